BEGIN TRANSACTION;
CREATE TABLE claims (
	table_id VARCHAR(24) NOT NULL, 
	seat INTEGER NOT NULL, 
	holder VARCHAR(64) NOT NULL, 
	PRIMARY KEY (table_id, seat, holder)
);
INSERT INTO "claims" VALUES('6mbt5ge6mwep',0,'167fdc2583f5775d829a6ca8b2484e0b6e83c3bda13153bf6d5a9d5b5e064870');
INSERT INTO "claims" VALUES('trh7sqhm674a',0,'25ff7caa276e45f8c0bdd24b83bbc0e02ae6430bbfc90aee3800eb18005b83a3');
INSERT INTO "claims" VALUES('trh7sqhm674a',1,'25ff7caa276e45f8c0bdd24b83bbc0e02ae6430bbfc90aee3800eb18005b83a3');
CREATE TABLE events (
	table_id VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	body TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (table_id, number)
);
INSERT INTO "events" VALUES('6mbt5ge6mwep',0,'open','{"game": "my_gold_mine", "rules": 1, "options": {"players": 2, "two_player_variant": true, "first_seat": "random", "open_gold": false, "exit_deck": "dvergar", "red_door_at_dragon": "stay", "dragon_timing": "after_move", "no_winner_starter": "next_seat", "final_tie_no_slot": "shared"}, "seed": 4665029436952302981, "name": "Waiting", "public": false, "host": "167fdc2583f5775d829a6ca8b2484e0b6e83c3bda13153bf6d5a9d5b5e064870", "seats": [{"kind": "person", "name": "Dwarf 1", "bot": ""}, {"kind": "open", "name": "", "bot": ""}]}',1.79484492851954245563e+09);
INSERT INTO "events" VALUES('trh7sqhm674a',0,'open','{"game": "my_gold_mine", "rules": 1, "options": {"players": 2, "two_player_variant": true, "first_seat": "random", "open_gold": false, "exit_deck": "dvergar", "red_door_at_dragon": "stay", "dragon_timing": "after_move", "no_winner_starter": "next_seat", "final_tie_no_slot": "shared"}, "seed": 14373711979618880454, "name": "Running", "public": false, "host": "25ff7caa276e45f8c0bdd24b83bbc0e02ae6430bbfc90aee3800eb18005b83a3", "seats": [{"kind": "person", "name": "Dwarf 1", "bot": ""}, {"kind": "person", "name": "Dwarf 2", "bot": ""}]}',1.79484492857142424585e+09);
INSERT INTO "events" VALUES('trh7sqhm674a',1,'move','{"move": "dig", "seat": 1}',1.79484492860750555988e+09);
CREATE TABLE invites (
	token VARCHAR(64) NOT NULL, 
	table_id VARCHAR(24) NOT NULL, 
	seat INTEGER NOT NULL, 
	PRIMARY KEY (token)
);
INSERT INTO "invites" VALUES('1yR5Ij30B5jgK-vL5yLbLhnV1MpNkPWt','6mbt5ge6mwep',1);
CREATE TABLE secrets (
	name VARCHAR(24) NOT NULL, 
	value VARCHAR(64) NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "secrets" VALUES('return','w6114N6aorr0PoYDLxJ76kERRpup0hrl');
CREATE TABLE tables (
	id VARCHAR(24) NOT NULL, 
	game VARCHAR(60) NOT NULL, 
	public BOOLEAN NOT NULL, 
	phase VARCHAR(12) NOT NULL, 
	updated FLOAT NOT NULL, 
	summary TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('6mbt5ge6mwep','my_gold_mine',0,'waiting',1.79484492850971841812e+09,'{"name": "Waiting", "names": ["Dwarf 1", ""], "taken": [true, false], "seat": 1, "round": 1, "rounds": 3, "winners": []}');
INSERT INTO "tables" VALUES('trh7sqhm674a','my_gold_mine',0,'playing',1.7948449286204507351e+09,'{"name": "Running", "names": ["Dwarf 1", "Dwarf 2"], "taken": [true, true], "seat": 1, "round": 1, "rounds": 3, "winners": []}');
CREATE INDEX tables_listed ON tables (public, phase, updated);
CREATE INDEX claims_of_holder ON claims (holder);
CREATE INDEX invites_of_table ON invites (table_id);
COMMIT;
