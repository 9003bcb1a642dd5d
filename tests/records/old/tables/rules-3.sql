-- Tables of a test server that is gone; its token and secrets open nothing else.
-- token: JRWbxvg5i9gNyVSZNHYoSSPK6rbNq0F9
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0006');
CREATE TABLE attempts (
	day VARCHAR(10) NOT NULL,
	game VARCHAR(60) NOT NULL,
	holder VARCHAR(64) NOT NULL,
	table_id VARCHAR(24) NOT NULL,
	PRIMARY KEY (day, game, holder)
);
CREATE TABLE browsers (
	holder VARCHAR(64) NOT NULL,
	player VARCHAR(24) NOT NULL,
	PRIMARY KEY (holder)
);
CREATE TABLE chats (
	table_id VARCHAR(24) NOT NULL,
	closed BOOLEAN NOT NULL,
	spectators BOOLEAN NOT NULL,
	PRIMARY KEY (table_id)
);
CREATE TABLE claims (
	table_id VARCHAR(24) NOT NULL,
	seat INTEGER NOT NULL,
	holder VARCHAR(64) NOT NULL,
	PRIMARY KEY (table_id, seat, holder)
);
INSERT INTO "claims" VALUES('yb3zxd6gadpk',0,'f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b');
INSERT INTO "claims" VALUES('xs3tb8n7exb2',0,'f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b');
INSERT INTO "claims" VALUES('xs3tb8n7exb2',1,'f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b');
INSERT INTO "claims" VALUES('96g9qtkr3u4d',0,'f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b');
INSERT INTO "claims" VALUES('hg2tn327vjj5',0,'f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b');
INSERT INTO "claims" VALUES('jfn6xcankqsm',0,'f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b');
INSERT INTO "claims" VALUES('jfn6xcankqsm',1,'f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b');
INSERT INTO "claims" VALUES('urspr8wwt5f7',0,'f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b');
INSERT INTO "claims" VALUES('c52nrzfbty2c',0,'f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b');
INSERT INTO "claims" VALUES('k87es6pwt2dj',0,'f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b');
INSERT INTO "claims" VALUES('k87es6pwt2dj',1,'f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b');
INSERT INTO "claims" VALUES('hwk45fcz2wsh',0,'f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b');
INSERT INTO "claims" VALUES('hwk45fcz2wsh',1,'f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b');
CREATE TABLE contacts (
	id VARCHAR(32) NOT NULL,
	holder VARCHAR(64) NOT NULL,
	kind VARCHAR(8) NOT NULL,
	address TEXT NOT NULL,
	lang VARCHAR(8) NOT NULL,
	made FLOAT NOT NULL,
	confirmed BOOLEAN NOT NULL,
	sent FLOAT NOT NULL,
	looked FLOAT NOT NULL,
	PRIMARY KEY (id)
);
CREATE TABLE events (
	table_id VARCHAR(24) NOT NULL,
	number INTEGER NOT NULL,
	kind VARCHAR(12) NOT NULL,
	body TEXT NOT NULL,
	at FLOAT NOT NULL,
	PRIMARY KEY (table_id, number)
);
INSERT INTO "events" VALUES('yb3zxd6gadpk',0,'open','{"game": "cave_vs_cave", "rules": 2, "options": {"players": 2, "first_seat": "random", "additional_cavern_two_wall_side": "corner", "dungeon_same_turn": true, "junction_room_gold": true, "retting_room_full_flax": false, "wood_storeroom_timing": "before"}, "seed": 4984207689104178308, "name": "Somebody is missing", "public": false, "practice": false, "hidden_points": false, "thinking": "normal", "hints": "alone", "host": "f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b", "seats": [{"kind": "person", "name": "Dwarf 1", "bot": ""}, {"kind": "open", "name": "", "bot": ""}]}',1.79497292038774251942e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',0,'open','{"game": "cave_vs_cave", "rules": 2, "options": {"players": 2, "first_seat": "random", "additional_cavern_two_wall_side": "corner", "dungeon_same_turn": true, "junction_room_gold": true, "retting_room_full_flax": false, "wood_storeroom_timing": "before"}, "seed": 5314894084167528251, "name": "Under way", "public": false, "practice": false, "hidden_points": false, "thinking": "normal", "hints": "alone", "host": "f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b", "seats": [{"kind": "person", "name": "Dwarf 1", "bot": ""}, {"kind": "person", "name": "Dwarf 2", "bot": ""}]}',1.79497292041622757909e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',1,'move','{"move": "take excavation", "seat": 1, "points": [1, 1]}',1.79497292047068715092e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',2,'undo','{"seats": [0, 1], "to": 0}',1.7949729205731122494e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',3,'move','{"move": "eat gold", "seat": 1, "points": [1, 0]}',1.79497292059017467496e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',4,'move','{"move": "take housework", "seat": 1, "points": [1, 0]}',1.7949729206046748162e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',5,'move','{"move": "eat grain", "seat": 1, "points": [1, 0]}',1.79497292061954665182e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',6,'move','{"move": "furnish shelf", "seat": 1, "points": [1, 3]}',1.7949729206374568939e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',7,'move','{"move": "eat gold", "seat": 0, "points": [0, 3]}',1.79497292065370368961e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',8,'move','{"move": "eat flax", "seat": 0, "points": [0, 3]}',1.79497292067013454442e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',9,'move','{"move": "take undermining", "seat": 0, "points": [0, 3]}',1.794972920686378479e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',10,'move','{"move": "eat grain", "seat": 0, "points": [0, 3]}',1.79497292070833182331e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',11,'move','{"move": "dig r3c1", "seat": 0, "points": [0, 3]}',1.79497292072809648509e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',12,'move','{"move": "take excavation", "seat": 1, "points": [0, 3]}',1.79497292074568605422e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',13,'move','{"move": "dig r1c0", "seat": 1, "points": [0, 3]}',1.79497292076361179349e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',14,'move','{"move": "eat flax", "seat": 1, "points": [0, 3]}',1.79497292077887105944e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',15,'move','{"move": "gain", "seat": 1, "points": [0, 3]}',1.79497292079258704191e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',16,'move','{"move": "take undergrowth", "seat": 0, "points": [0, 3]}',1.79497292081196975705e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',17,'move','{"move": "done", "seat": 0, "points": [0, 3]}',1.79497292082668399807e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',18,'move','{"move": "take cultivation", "seat": 0, "points": [0, 3]}',1.7949729208376507759e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',19,'move','{"move": "done", "seat": 0, "points": [0, 3]}',1.79497292085330486296e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',20,'move','{"move": "take undergrowth", "seat": 1, "points": [0, 3]}',1.79497292087089419364e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',21,'move','{"move": "done", "seat": 1, "points": [0, 3]}',1.79497292088767743112e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',22,'move','{"move": "take excavation", "seat": 0, "points": [0, 3]}',1.79497292089901852607e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',23,'move','{"move": "dig r1c0", "seat": 0, "points": [0, 3]}',1.7949729209102625847e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',24,'move','{"move": "done", "seat": 0, "points": [0, 3]}',1.79497292092416691781e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',25,'move','{"move": "take housework", "seat": 1, "points": [0, 3]}',1.7949729209405956269e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',26,'move','{"move": "furnish grindstone", "seat": 1, "points": [0, 7]}',1.79497292095224165913e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',27,'move','{"move": "take cultivation", "seat": 1, "points": [0, 7]}',1.7949729209625415802e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',28,'move','{"move": "done", "seat": 1, "points": [0, 7]}',1.79497292098077869415e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',29,'move','{"move": "take housework", "seat": 0, "points": [0, 7]}',1.79497292100260663031e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',30,'move','{"move": "done", "seat": 0, "points": [0, 7]}',1.79497292101988148689e+09);
INSERT INTO "events" VALUES('xs3tb8n7exb2',31,'move','{"move": "take undermining", "seat": 1, "points": [0, 7]}',1.79497292103518533709e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',0,'open','{"game": "cave_vs_cave", "rules": 2, "options": {"players": 1, "additional_cavern_two_wall_side": "corner", "dungeon_same_turn": true, "junction_room_gold": true, "retting_room_full_flax": false, "wood_storeroom_timing": "before", "solo_reveal": "turn"}, "seed": 12912261893148053579, "name": "Over", "public": false, "practice": false, "hidden_points": false, "thinking": "normal", "hints": "alone", "host": "f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b", "seats": [{"kind": "person", "name": "Dwarf 1", "bot": ""}]}',1.79497292104638361928e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',1,'move','{"move": "eat flax", "seat": 0, "points": [1]}',1.79497292106812715529e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',2,'move','{"move": "eat gold", "seat": 0, "points": [0]}',1.79497292107930779461e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',3,'move','{"move": "take cultivation", "seat": 0, "points": [0]}',1.79497292108990573879e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',4,'move','{"move": "use entrance flax", "seat": 0, "points": [0]}',1.79497292109993577006e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',5,'move','{"move": "eat flax", "seat": 0, "points": [0]}',1.79497292110764312738e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',6,'move','{"move": "eat grain", "seat": 0, "points": [0]}',1.79497292111586642269e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',7,'move','{"move": "done", "seat": 0, "points": [0]}',1.79497292112567663185e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',8,'move','{"move": "take undergrowth", "seat": 0, "points": [0]}',1.79497292113731431962e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',9,'move','{"move": "done", "seat": 0, "points": [0]}',1.79497292114790940285e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',10,'move','{"move": "take undermining", "seat": 0, "points": [0]}',1.79497292115583252907e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',11,'move','{"move": "done", "seat": 0, "points": [0]}',1.79497292116452217105e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',12,'move','{"move": "take housework", "seat": 0, "points": [0]}',1.79497292117789340021e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',13,'move','{"move": "done", "seat": 0, "points": [0]}',1.79497292118724465371e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',14,'move','{"move": "take furnishing", "seat": 0, "points": [0]}',1.79497292119864678382e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',15,'move','{"move": "furnish grindstone", "seat": 0, "points": [4]}',1.79497292120768427853e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',16,'move','{"move": "gain", "seat": 0, "points": [4]}',1.79497292121634483335e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',17,'move','{"move": "take masonry", "seat": 0, "points": [4]}',1.79497292122823619842e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',18,'move','{"move": "wall r3c1|r4c1", "seat": 0, "points": [4]}',1.79497292123777723313e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',19,'move','{"move": "use entrance wood", "seat": 0, "points": [4]}',1.79497292124702453614e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',20,'move','{"move": "done", "seat": 0, "points": [4]}',1.7949729212564852238e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',21,'move','{"move": "take housework", "seat": 0, "points": [4]}',1.79497292126413702964e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',22,'move','{"move": "take excavation", "seat": 0, "points": [4]}',1.79497292127154183384e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',23,'move','{"move": "dig twice", "seat": 0, "points": [4]}',1.79497292128116297726e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',24,'move','{"move": "dig r4c0", "seat": 0, "points": [4]}',1.7949729212904901505e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',25,'move','{"move": "dig r4c1", "seat": 0, "points": [4]}',1.79497292130104708668e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',26,'move','{"move": "gain", "seat": 0, "points": [4]}',1.79497292131203842156e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',27,'move','{"move": "take expansion", "seat": 0, "points": [4]}',1.79497292132447147368e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',28,'move','{"move": "dig r4c2", "seat": 0, "points": [4]}',1.79497292133545422549e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',29,'move','{"move": "take masonry", "seat": 0, "points": [4]}',1.79497292134495234489e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',30,'move','{"move": "done", "seat": 0, "points": [4]}',1.79497292135818624497e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',31,'move','{"move": "take undergrowth", "seat": 0, "points": [4]}',1.79497292136736392976e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',32,'move','{"move": "done", "seat": 0, "points": [4]}',1.79497292137917876242e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',33,'move','{"move": "take drift_mining", "seat": 0, "points": [4]}',1.7949729213890860081e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',34,'move','{"move": "done", "seat": 0, "points": [4]}',1.79497292140112352371e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',35,'move','{"move": "take furnishing", "seat": 0, "points": [4]}',1.79497292141130471232e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',36,'move','{"move": "gain", "seat": 0, "points": [4]}',1.79497292142318677901e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',37,'move','{"move": "furnish food_corner", "seat": 0, "points": [7]}',1.79497292143727159505e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',38,'move','{"move": "take housework", "seat": 0, "points": [7]}',1.79497292144791579246e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',39,'move','{"move": "take drift_mining", "seat": 0, "points": [7]}',1794972921.4563);
INSERT INTO "events" VALUES('96g9qtkr3u4d',40,'move','{"move": "done", "seat": 0, "points": [7]}',1.79497292146689248083e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',41,'move','{"move": "take renovation", "seat": 0, "points": [7]}',1.79497292147618603703e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',42,'move','{"move": "wall r0c0|r0c1", "seat": 0, "points": [7]}',1.79497292148766946799e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',43,'move','{"move": "take expedition", "seat": 0, "points": [7]}',1.7949729214991178512e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',44,'move','{"move": "done", "seat": 0, "points": [7]}',1.79497292151197338104e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',45,'move','{"move": "take masonry", "seat": 0, "points": [7]}',1.79497292152263784401e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',46,'move','{"move": "wall r0c0|r1c0", "seat": 0, "points": [7]}',1.79497292153034758563e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',47,'move','{"move": "use entrance flax", "seat": 0, "points": [7]}',1.79497292153734660149e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',48,'move','{"move": "eat flax", "seat": 0, "points": [7]}',1.79497292154633855815e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',49,'move','{"move": "gain wood", "seat": 0, "points": [7]}',1.79497292155759453772e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',50,'move','{"move": "take undergrowth", "seat": 0, "points": [7]}',1.79497292157039713862e+09);
INSERT INTO "events" VALUES('96g9qtkr3u4d',51,'move','{"move": "use entrance grain", "seat": 0, "points": [7]}',1794972921.58458);
INSERT INTO "events" VALUES('96g9qtkr3u4d',52,'move','{"move": "done", "seat": 0, "points": [7]}',1.79497292159322237962e+09);
INSERT INTO "events" VALUES('hg2tn327vjj5',0,'open','{"game": "caverna", "rules": 3, "options": {"players": 2, "tiles": "full", "harvest_reveal": "round_start", "first_seat": "random"}, "seed": 18049129013886154098, "name": "Somebody is missing", "public": false, "practice": false, "hidden_points": false, "thinking": "normal", "hints": "alone", "host": "f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b", "seats": [{"kind": "person", "name": "Dwarf 1", "bot": ""}, {"kind": "open", "name": "", "bot": ""}]}',1.79497292180397963528e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',0,'open','{"game": "caverna", "rules": 3, "options": {"players": 2, "tiles": "full", "harvest_reveal": "round_start", "first_seat": "random"}, "seed": 17554474458083538081, "name": "Under way", "public": false, "practice": false, "hidden_points": false, "thinking": "normal", "hints": "alone", "host": "f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b", "seats": [{"kind": "person", "name": "Dwarf 1", "bot": ""}, {"kind": "person", "name": "Dwarf 2", "bot": ""}]}',1.79497292182792329787e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',1,'move','{"move": "place starting_player", "seat": 1, "points": [-28, -28]}',1.7949729219504003525e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',2,'undo','{"seats": [0, 1], "to": 0}',1.79497292197488451004e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',3,'move','{"move": "place housework", "seat": 1, "points": [-28, -28]}',1.79497292199868702889e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',4,'move','{"move": "take goods", "seat": 1, "points": [-28, -27]}',1.7949729220217456818e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',5,'move','{"move": "furnish dog_school", "seat": 1, "points": [-28, -27]}',1794972922.0386);
INSERT INTO "events" VALUES('jfn6xcankqsm',6,'move','{"move": "place excavation", "seat": 0, "points": [-28, -27]}',1.79497292206726121897e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',7,'move','{"move": "cavern r1c4 cavern r2c4", "seat": 0, "points": [-26, -27]}',1.79497292209172582631e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',8,'move','{"move": "place sustenance", "seat": 1, "points": [-26, -26]}',1.79497292211886978145e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',9,'move','{"move": "eat grain", "seat": 1, "points": [-26, -27]}',1.79497292213646507264e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',10,'move','{"move": "meadow r3c2 field r3c1", "seat": 1, "points": [-26, -25]}',1.79497292215139150626e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',11,'move','{"move": "place clearing", "seat": 0, "points": [-26, -25]}',1.79497292217227387423e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',12,'move','{"move": "meadow r3c2 field r3c1", "seat": 0, "points": [-24, -25]}',1.79497292219693803782e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',13,'move','{"move": "place logging", "seat": 1, "points": [-24, -25]}',1.79497292221564459799e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',14,'move','{"move": "place excavation", "seat": 0, "points": [-24, -25]}',1.79497292223259210589e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',15,'move','{"move": "cavern r0c3 cavern r0c4", "seat": 0, "points": [-22, -25]}',1.79497292225185179712e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',16,'move','{"move": "place drift_mining", "seat": 1, "points": [-22, -25]}',1.79497292226744031905e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',17,'move','{"move": "cavern r3c5 tunnel r3c4", "seat": 1, "points": [-22, -23]}',1.79497292228544807436e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',18,'move','{"move": "place housework", "seat": 0, "points": [-22, -23]}',1.7949729223049020767e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',19,'move','{"move": "furnish stone_supplier", "seat": 0, "points": [-22, -23]}',1.79497292233281922338e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',20,'move','{"move": "into r2c4", "seat": 0, "points": [-20, -23]}',1.79497292235081458084e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',21,'move','{"move": "place sheep_farming", "seat": 1, "points": [-20, -23]}',1.79497292237257981294e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',22,'move','{"move": "stable r3c2", "seat": 1, "points": [-20, -23]}',1.79497292239328956608e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',23,'move','{"move": "done", "seat": 1, "points": [-20, -19]}',1.7949729224164297581e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',24,'move','{"move": "place slash_and_burn", "seat": 0, "points": [-20, -19]}',1794972922.44041);
INSERT INTO "events" VALUES('jfn6xcankqsm',25,'move','{"move": "meadow r3c0 field r2c0", "seat": 0, "points": [-15, -19]}',1.79497292245528721811e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',26,'move','{"move": "place supplies", "seat": 1, "points": [-15, -17]}',1.79497292246926069261e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',27,'move','{"move": "eat boar", "seat": 0, "points": [-18, -17]}',1.79497292248328852654e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',28,'move','{"move": "place logging", "seat": 0, "points": [-18, -17]}',1.79497292249639225003e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',29,'move','{"move": "eat 2 gold", "seat": 1, "points": [-18, -19]}',1.79497292251098275179e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',30,'move','{"move": "feed", "seat": 1, "points": [-18, -19]}',1.79497292252955818175e+09);
INSERT INTO "events" VALUES('jfn6xcankqsm',31,'move','{"move": "feed", "seat": 0, "points": [-18, -18]}',1794972922.55564);
INSERT INTO "events" VALUES('urspr8wwt5f7',0,'open','{"game": "caverna", "rules": 3, "options": {"players": 1, "tiles": "full", "harvest_reveal": "round_start", "solo_purge": "printed", "first_seat": "random"}, "seed": 15604464918723115246, "name": "Over", "public": false, "practice": false, "hidden_points": false, "thinking": "normal", "hints": "alone", "host": "f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b", "seats": [{"kind": "person", "name": "Dwarf 1", "bot": ""}]}',1.79497292257052731508e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',1,'move','{"move": "place housework", "seat": 0, "points": [-28]}',1.79497292260670256612e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',2,'move','{"move": "furnish dog_school", "seat": 0, "points": [-27]}',1.79497292261902403835e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',3,'move','{"move": "place excavation", "seat": 0, "points": [-27]}',1.79497292262920284276e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',4,'move','{"move": "cavern r2c5 tunnel r2c4", "seat": 0, "points": [-25]}',1.79497292263867664341e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',5,'move','{"move": "place sheep_farming", "seat": 0, "points": [-25]}',1.79497292264712810516e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',6,'move','{"move": "stable r2c0", "seat": 0, "points": [-21]}',1.7949729226560707092e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',7,'move','{"move": "place housework", "seat": 0, "points": [-21]}',1.79497292266733694072e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',8,'move','{"move": "furnish trader", "seat": 0, "points": [-18]}',1.79497292267994499204e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',9,'move','{"move": "place slash_and_burn", "seat": 0, "points": [-18]}',1.79497292269987940792e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',10,'move','{"move": "meadow r3c1 field r3c2", "seat": 0, "points": [-16]}',1.79497292271434187886e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',11,'move','{"move": "eat sheep", "seat": 0, "points": [-19]}',1.79497292273386168477e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',12,'move','{"move": "place wood_gathering", "seat": 0, "points": [-19]}',1.79497292274657893182e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',13,'move','{"move": "feed", "seat": 0, "points": [-19]}',1.79497292275913858418e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',14,'move','{"move": "place ore_mining", "seat": 0, "points": [-19]}',1.79497292277226376533e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',15,'move','{"move": "place ruby_mining", "seat": 0, "points": [-15]}',1.79497292278431773188e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',16,'move','{"move": "ruby ore", "seat": 0, "points": [-16]}',1.79497292279682302482e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',17,'move','{"move": "ruby cavern r1c4", "seat": 0, "points": [-17]}',1.79497292281082797054e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',18,'move','{"move": "ruby stone", "seat": 0, "points": [-18]}',1.79497292282476663587e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',19,'move','{"move": "beg", "seat": 0, "points": [-24]}',1.79497292283798575403e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',20,'move','{"move": "place blacksmithing", "seat": 0, "points": [-24]}',1.79497292285005569456e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',21,'move','{"move": "forge 3", "seat": 0, "points": [-24]}',1.79497292285889124873e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',22,'move','{"move": "loot sheep", "seat": 0, "points": [-21]}',1.79497292287173509602e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',23,'move','{"move": "loot all_weapons_plus_1", "seat": 0, "points": [-21]}',1.79497292288263630868e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',24,'move','{"move": "loot dog", "seat": 0, "points": [-20]}',1.79497292289391613007e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',25,'move','{"move": "eat sheep", "seat": 0, "points": [-23]}',1.79497292290755844118e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',26,'move','{"move": "place ruby_mining", "seat": 0, "points": [-22]}',1.79497292291799640656e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',27,'move','{"move": "ruby meadow r3c0", "seat": 0, "points": [-22]}',1.79497292292695260042e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',28,'move','{"move": "feed", "seat": 0, "points": [-31]}',1.79497292293679308887e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',29,'move','{"move": "place ruby_mining", "seat": 0, "points": [-30]}',1.79497292294709086422e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',30,'move','{"move": "ruby tunnel r0c4", "seat": 0, "points": [-30]}',1.79497292295927381514e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',31,'move','{"move": "place housework", "seat": 0, "points": [-30]}',1.79497292297228336335e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',32,'move','{"move": "furnish blacksmithing_parlor", "seat": 0, "points": [-27]}',1.79497292298445343967e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',33,'move','{"move": "beg", "seat": 0, "points": [-39]}',1.79497292299521207814e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',34,'move','{"move": "place sheep_farming", "seat": 0, "points": [-39]}',1.79497292300549912452e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',35,'move','{"move": "stable r3c1", "seat": 0, "points": [-39]}',1.79497292301486110685e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',36,'move','{"move": "small_pasture r3c1", "seat": 0, "points": [-30]}',1.79497292303189229963e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',37,'move','{"move": "place blacksmithing", "seat": 0, "points": [-30]}',1.79497292304682850832e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',38,'move','{"move": "loot all_weapons_plus_1", "seat": 0, "points": [-30]}',1.79497292306092548364e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',39,'move','{"move": "eat sheep", "seat": 0, "points": [-31]}',1.79497292307350492473e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',40,'move','{"move": "loot ore_2", "seat": 0, "points": [-31]}',1.79497292309412407882e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',41,'move','{"move": "done", "seat": 0, "points": [-31]}',1.79497292310801720622e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',42,'move','{"move": "feed", "seat": 0, "points": [-34]}',1.79497292312517857555e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',43,'move','{"move": "place ruby_mine_construction", "seat": 0, "points": [-34]}',1.79497292313971877099e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',44,'move','{"move": "ruby_mine r0c4", "seat": 0, "points": [-30]}',1.79497292314844703671e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',45,'move','{"move": "eat sheep", "seat": 0, "points": [-33]}',1.79497292315969228741e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',46,'move','{"move": "place ore_mine_construction", "seat": 0, "points": [-33]}',1.79497292316941165924e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',47,'move','{"move": "loot sheep", "seat": 0, "points": [-30]}',1.79497292317804765706e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',48,'move','{"move": "loot furnish_cavern", "seat": 0, "points": [-32]}',1794972923.18801);
INSERT INTO "events" VALUES('urspr8wwt5f7',49,'move','{"move": "eat sheep", "seat": 0, "points": [-35]}',1.79497292319871163367e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',50,'move','{"move": "feed", "seat": 0, "points": [-41]}',1.79497292320873165125e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',51,'move','{"move": "place housework", "seat": 0, "points": [-40]}',1.79497292321970868108e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',52,'move','{"move": "place blacksmithing", "seat": 0, "points": [-40]}',1.79497292323482418065e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',53,'move','{"move": "loot sheep", "seat": 0, "points": [-37]}',1.79497292324453973765e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',54,'move','{"move": "eat sheep", "seat": 0, "points": [-40]}',1.79497292325690889361e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',55,'move','{"move": "loot dog", "seat": 0, "points": [-39]}',1.79497292327132463457e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',56,'move','{"move": "loot stable", "seat": 0, "points": [-39]}',1.79497292328643774988e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',57,'move','{"move": "stable r3c0", "seat": 0, "points": [-39]}',1.79497292329687166217e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',58,'move','{"move": "beg", "seat": 0, "points": [-48]}',1.79497292330718088149e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',59,'move','{"move": "place ore_mining", "seat": 0, "points": [-48]}',1.79497292331849908827e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',60,'move','{"move": "place wood_gathering", "seat": 0, "points": [-48]}',1.79497292332967662816e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',61,'move','{"move": "beg", "seat": 0, "points": [-60]}',1.79497292334651207925e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',62,'move','{"move": "place ruby_delivery", "seat": 0, "points": [-58]}',1.79497292336140561097e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',63,'move','{"move": "ruby field r2c2", "seat": 0, "points": [-58]}',1.79497292337262773515e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',64,'move','{"move": "place housework", "seat": 0, "points": [-57]}',1.79497292338957476617e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',65,'move','{"move": "ruby sheep", "seat": 0, "points": [-55]}',1.79497292340386080744e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',66,'move','{"move": "eat sheep", "seat": 0, "points": [-58]}',1.79497292341526269916e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',67,'move','{"move": "beg", "seat": 0, "points": [-67]}',1.79497292342897844319e+09);
INSERT INTO "events" VALUES('urspr8wwt5f7',68,'move','{"move": "finish", "seat": 0, "points": [-67]}',1.79497292344107651712e+09);
INSERT INTO "events" VALUES('c52nrzfbty2c',0,'open','{"game": "my_gold_mine", "rules": 1, "options": {"players": 2, "two_player_variant": true, "first_seat": "random", "open_gold": false, "exit_deck": "dvergar", "red_door_at_dragon": "stay", "dragon_timing": "after_move", "no_winner_starter": "next_seat", "final_tie_no_slot": "shared"}, "seed": 2134079095154536907, "name": "Somebody is missing", "public": false, "practice": false, "hidden_points": false, "thinking": "normal", "hints": "alone", "host": "f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b", "seats": [{"kind": "person", "name": "Dwarf 1", "bot": ""}, {"kind": "open", "name": "", "bot": ""}]}',1.79497292349010443687e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',0,'open','{"game": "my_gold_mine", "rules": 1, "options": {"players": 2, "two_player_variant": true, "first_seat": "random", "open_gold": false, "exit_deck": "dvergar", "red_door_at_dragon": "stay", "dragon_timing": "after_move", "no_winner_starter": "next_seat", "final_tie_no_slot": "shared"}, "seed": 13143002041304797267, "name": "Under way", "public": false, "practice": false, "hidden_points": false, "thinking": "normal", "hints": "alone", "host": "f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b", "seats": [{"kind": "person", "name": "Dwarf 1", "bot": ""}, {"kind": "person", "name": "Dwarf 2", "bot": ""}]}',1.79497292350199246402e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',1,'move','{"move": "draw exit", "seat": 1, "points": [0, 0]}',1.79497292355772900583e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',2,'move','{"move": "dig", "seat": 1, "points": [0, 0]}',1.79497292357342696188e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',3,'move','{"move": "draw exit", "seat": 0, "points": [0, 0]}',1.79497292359116220475e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',4,'move','{"move": "small step", "seat": 0, "points": [0, 0]}',1.79497292360571694376e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',5,'undo','{"seats": [0, 1], "to": 3}',1.7949729236176192761e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',6,'move','{"move": "swap dwarf 4", "seat": 0, "points": [0, 0]}',1.79497292362875771522e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',7,'move','{"move": "draw exit", "seat": 0, "points": [0, 0]}',1.79497292363926506039e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',8,'move','{"move": "draw exit", "seat": 1, "points": [0, 0]}',1.79497292364961409574e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',9,'move','{"move": "all together", "seat": 1, "points": [0, 0]}',1.79497292365967798231e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',10,'move','{"move": "draw exit", "seat": 1, "points": [0, 0]}',1.79497292367051053049e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',11,'move','{"move": "dig", "seat": 0, "points": [0, 0]}',1.79497292368619823458e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',12,'move','{"move": "draw exit", "seat": 1, "points": [0, 0]}',1.79497292369997620583e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',13,'move','{"move": "small step", "seat": 1, "points": [0, 2]}',1.79497292371522569652e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',14,'move','{"move": "draw exit", "seat": 1, "points": [0, 2]}',1.79497292373715734486e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',15,'move','{"move": "gold bonus", "seat": 1, "points": [0, 2]}',1.79497292375183629987e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',16,'move','{"move": "dig", "seat": 0, "points": [0, 2]}',1.7949729237618820667e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',17,'move','{"move": "draw exit", "seat": 1, "points": [0, 2]}',1.79497292377300024035e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',18,'move','{"move": "swap dwarf 1", "seat": 1, "points": [0, 2]}',1.79497292378526282314e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',19,'move','{"move": "draw exit", "seat": 0, "points": [0, 2]}',1.79497292380396485326e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',20,'move','{"move": "double step", "seat": 0, "points": [2, 2]}',1.79497292381467080111e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',21,'move','{"move": "draw exit", "seat": 1, "points": [1, 5]}',1.79497292382786226274e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',22,'move','{"move": "dig", "seat": 1, "points": [1, 5]}',1.79497292384225249294e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',23,'move','{"move": "dig", "seat": 1, "points": [1, 5]}',1794972923.85024);
INSERT INTO "events" VALUES('k87es6pwt2dj',24,'move','{"move": "dig", "seat": 0, "points": [1, 5]}',1.79497292386106204985e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',25,'move','{"move": "dig", "seat": 0, "points": [1, 5]}',1.79497292387006115912e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',26,'move','{"move": "draw exit", "seat": 1, "points": [1, 5]}',1.79497292388460302357e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',27,'move','{"move": "swap dwarf 4", "seat": 1, "points": [1, 5]}',1.79497292389582586286e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',28,'move','{"move": "draw exit", "seat": 1, "points": [1, 5]}',1.79497292390831351275e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',29,'move','{"move": "draw exit", "seat": 0, "points": [1, 5]}',1.79497292391814255714e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',30,'move','{"move": "swap dwarf 4", "seat": 0, "points": [1, 5]}',1.7949729239346911907e+09);
INSERT INTO "events" VALUES('k87es6pwt2dj',31,'move','{"move": "dig", "seat": 0, "points": [1, 5]}',1.79497292394812083243e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',0,'open','{"game": "my_gold_mine", "rules": 1, "options": {"players": 2, "two_player_variant": true, "first_seat": "random", "open_gold": false, "exit_deck": "dvergar", "red_door_at_dragon": "stay", "dragon_timing": "after_move", "no_winner_starter": "next_seat", "final_tie_no_slot": "shared"}, "seed": 12669627783241590527, "name": "Over", "public": false, "practice": false, "hidden_points": false, "thinking": "normal", "hints": "alone", "host": "f9b546cb3d4af034e3ca3fd925a98d2a2214e0129ace653a22c25ee45f995b6b", "seats": [{"kind": "person", "name": "Dwarf 1", "bot": ""}, {"kind": "person", "name": "Dwarf 2", "bot": ""}]}',1.79497292395459604264e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',1,'move','{"move": "draw exit", "seat": 1, "points": [0, 0]}',1.79497292396634387972e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',2,'move','{"move": "swap dwarf 4", "seat": 1, "points": [0, 0]}',1.7949729239731302262e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',3,'move','{"move": "dig", "seat": 1, "points": [0, 0]}',1.79497292397950339313e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',4,'move','{"move": "draw exit", "seat": 0, "points": [0, 0]}',1.79497292398605394359e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',5,'move','{"move": "draw exit", "seat": 0, "points": [0, 0]}',1.79497292399232172971e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',6,'move','{"move": "draw exit", "seat": 1, "points": [0, 0]}',1.79497292399878787989e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',7,'move','{"move": "all together", "seat": 1, "points": [0, 0]}',1.79497292400527071959e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',8,'move','{"move": "draw exit", "seat": 1, "points": [0, 0]}',1.79497292401363015175e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',9,'move','{"move": "draw exit", "seat": 0, "points": [0, 0]}',1.79497292402005171772e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',10,'move','{"move": "swap dwarf 4", "seat": 0, "points": [0, 0]}',1.79497292402713608736e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',11,'move','{"move": "draw exit", "seat": 1, "points": [0, 0]}',1.79497292403485703463e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',12,'move','{"move": "swap dwarf 4", "seat": 1, "points": [0, 0]}',1.79497292404168057441e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',13,'move','{"move": "draw exit", "seat": 1, "points": [0, 0]}',1.79497292404829955105e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',14,'move','{"move": "gold bonus", "seat": 1, "points": [0, 0]}',1.79497292405501079554e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',15,'move','{"move": "draw exit", "seat": 0, "points": [0, 0]}',1.79497292406150603296e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',16,'move','{"move": "small step", "seat": 0, "points": [0, 0]}',1.79497292406803870198e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',17,'move','{"move": "draw exit", "seat": 1, "points": [0, 0]}',1.79497292407563424111e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',18,'move','{"move": "swap dwarf 4", "seat": 1, "points": [0, 0]}',1.79497292408291101457e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',19,'move','{"move": "draw exit", "seat": 1, "points": [0, 0]}',1.79497292411097598072e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',20,'move','{"move": "all together", "seat": 1, "points": [0, 3]}',1.79497292411825466154e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',21,'move','{"move": "dig", "seat": 1, "points": [0, 3]}',1.79497292412715196609e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',22,'move','{"move": "draw exit", "seat": 1, "points": [0, 3]}',1.79497292413395023343e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',23,'move','{"move": "swap dwarf 3", "seat": 1, "points": [0, 3]}',1.79497292414023542402e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',24,'move','{"move": "dig", "seat": 0, "points": [0, 3]}',1.79497292414609742163e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',25,'move','{"move": "draw exit", "seat": 0, "points": [0, 3]}',1.79497292430860805505e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',26,'move','{"move": "gold bonus", "seat": 0, "points": [0, 3]}',1.79497292431542658803e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',27,'move','{"move": "draw exit", "seat": 1, "points": [0, 3]}',1.79497292432196593279e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',28,'move','{"move": "all together", "seat": 1, "points": [0, 3]}',1.79497292432843017582e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',29,'move','{"move": "draw exit", "seat": 1, "points": [0, 3]}',1.79497292433440446858e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',30,'move','{"move": "draw exit", "seat": 0, "points": [0, 3]}',1.79497292434064054491e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',31,'move','{"move": "swap dwarf 4", "seat": 0, "points": [0, 3]}',1.79497292434659767154e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',32,'move','{"move": "draw exit", "seat": 0, "points": [0, 3]}',1.79497292435278606422e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',33,'move','{"move": "dig", "seat": 1, "points": [0, 3]}',1.79497292435917806625e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',34,'move','{"move": "dig", "seat": 1, "points": [0, 3]}',1.7949729243656253815e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',35,'move','{"move": "dig", "seat": 0, "points": [0, 3]}',1.79497292437163162232e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',36,'move','{"move": "draw exit", "seat": 0, "points": [5, 3]}',1.79497292437763547893e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',37,'move','{"move": "dig", "seat": 1, "points": [5, 3]}',1.79497292438379144668e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',38,'move','{"move": "draw exit", "seat": 1, "points": [5, 3]}',1.79497292438975691798e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',39,'move','{"move": "swap dwarf 3", "seat": 1, "points": [5, 3]}',1.79497292439612865446e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',40,'move','{"move": "draw exit", "seat": 0, "points": [5, 8]}',1.79497292440270543104e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',41,'move','{"move": "draw exit", "seat": 1, "points": [5, 8]}',1.79497292440861248973e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',42,'move','{"move": "dig", "seat": 0, "points": [5, 8]}',1.79497292441426277162e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',43,'move','{"move": "draw exit", "seat": 0, "points": [4, 5]}',1.79497292442022442823e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',44,'move','{"move": "draw exit", "seat": 0, "points": [4, 5]}',1.79497292442978048331e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',45,'move','{"move": "draw exit", "seat": 0, "points": [4, 5]}',1.79497292443806147569e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',46,'move','{"move": "swap dwarf 1", "seat": 0, "points": [4, 5]}',1.79497292444578027724e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',47,'move','{"move": "draw exit", "seat": 1, "points": [4, 5]}',1.79497292445341038698e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',48,'move','{"move": "small step", "seat": 1, "points": [4, 5]}',1.79497292446069335938e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',49,'move','{"move": "dig", "seat": 1, "points": [4, 5]}',1.79497292446863746647e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',50,'move','{"move": "draw exit", "seat": 0, "points": [4, 5]}',1.79497292447509551051e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',51,'move','{"move": "swap dwarf 4", "seat": 0, "points": [4, 5]}',1.79497292448077583318e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',52,'move','{"move": "draw exit", "seat": 0, "points": [4, 5]}',1.79497292448839759824e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',53,'move','{"move": "dig", "seat": 1, "points": [4, 5]}',1.79497292449593067167e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',54,'move','{"move": "draw exit", "seat": 1, "points": [4, 5]}',1.79497292450419473645e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',55,'move','{"move": "swap dwarf 3", "seat": 1, "points": [4, 5]}',1.79497292451081442835e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',56,'move','{"move": "draw exit", "seat": 0, "points": [4, 5]}',1.7949729245180687904e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',57,'move','{"move": "swap dwarf 4", "seat": 0, "points": [4, 5]}',1.79497292452433896067e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',58,'move','{"move": "dig", "seat": 0, "points": [4, 5]}',1794972924.5304);
INSERT INTO "events" VALUES('hwk45fcz2wsh',59,'move','{"move": "draw exit", "seat": 1, "points": [4, 5]}',1.79497292453694534306e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',60,'move','{"move": "all together", "seat": 1, "points": [4, 5]}',1.79497292454418659211e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',61,'move','{"move": "draw exit", "seat": 1, "points": [4, 5]}',1.7949729245539748669e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',62,'move','{"move": "gold bonus", "seat": 1, "points": [4, 5]}',1.79497292456582498553e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',63,'move','{"move": "dig", "seat": 0, "points": [4, 5]}',1.7949729245753622055e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',64,'move','{"move": "draw exit", "seat": 0, "points": [4, 5]}',1.79497292458605742452e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',65,'move','{"move": "swap dwarf 3", "seat": 0, "points": [4, 5]}',1.79497292459431672098e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',66,'move','{"move": "draw exit", "seat": 1, "points": [4, 5]}',1.79497292460016131402e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',67,'move','{"move": "swap dwarf 2", "seat": 1, "points": [4, 5]}',1.79497292460561203952e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',68,'move','{"move": "draw exit", "seat": 1, "points": [4, 11]}',1.79497292461161351206e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',69,'move','{"move": "draw exit", "seat": 0, "points": [4, 11]}',1.79497292461712813381e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',70,'move','{"move": "draw exit", "seat": 0, "points": [7, 11]}',1.7949729246224091053e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',71,'move','{"move": "dig", "seat": 1, "points": [7, 11]}',1.79497292462818861013e+09);
INSERT INTO "events" VALUES('hwk45fcz2wsh',72,'move','{"move": "draw exit", "seat": 1, "points": [7, 13]}',1.79497292463368988035e+09);
CREATE TABLE hinted (
	table_id VARCHAR(24) NOT NULL,
	PRIMARY KEY (table_id)
);
CREATE TABLE messages (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	table_id VARCHAR(24) NOT NULL,
	holder VARCHAR(64) NOT NULL,
	seat INTEGER NOT NULL,
	name VARCHAR(200) NOT NULL,
	text TEXT NOT NULL,
	at FLOAT NOT NULL
);
CREATE TABLE mutes (
	holder VARCHAR(64) NOT NULL,
	author VARCHAR(64) NOT NULL,
	PRIMARY KEY (holder, author)
);
CREATE TABLE players (
	id VARCHAR(24) NOT NULL,
	name VARCHAR(24) NOT NULL,
	folded VARCHAR(100) NOT NULL,
	links INTEGER NOT NULL,
	since FLOAT NOT NULL,
	PRIMARY KEY (id)
);
CREATE TABLE results (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	table_id VARCHAR(24) NOT NULL,
	game VARCHAR(60) NOT NULL,
	seats INTEGER NOT NULL,
	day VARCHAR(10) NOT NULL,
	rated BOOLEAN NOT NULL,
	player VARCHAR(24) NOT NULL,
	points INTEGER NOT NULL,
	ended FLOAT NOT NULL,
	body TEXT NOT NULL
);
INSERT INTO "results" VALUES(1,'96g9qtkr3u4d','cave_vs_cave',1,'',0,'',7,1.79497292159933090208e+09,'{"out": "", "moves": 52, "seats": [{"points": 7, "rank": 1, "who": "", "opening": ["cultivation", "undergrowth", "undermining"], "tiles": ["grindstone", "food_corner"]}]}');
INSERT INTO "results" VALUES(2,'urspr8wwt5f7','caverna',1,'',0,'',-67,1.79497292348741745949e+09,'{"out": "", "moves": 68, "seats": [{"points": -67, "rank": 1, "who": "", "opening": ["housework", "excavation", "sheep_farming"], "tiles": ["dog_school", "trader", "blacksmithing_parlor", "spare_part_storage"], "loot": ["sheep", "all_weapons_plus_1", "dog", "all_weapons_plus_1", "ore_2", "sheep", "furnish_cavern", "sheep", "dog", "stable"]}]}');
INSERT INTO "results" VALUES(3,'hwk45fcz2wsh','my_gold_mine',2,'',0,'',13,1.79497292463832187653e+09,'{"out": "", "moves": 72, "seats": [{"points": 7, "rank": 2, "who": ""}, {"points": 13, "rank": 1, "who": ""}]}');
CREATE TABLE said (
	name VARCHAR(24) NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (name)
);
CREATE TABLE tables (
	id VARCHAR(24) NOT NULL,
	game VARCHAR(60) NOT NULL,
	public BOOLEAN NOT NULL,
	phase VARCHAR(12) NOT NULL,
	updated FLOAT NOT NULL,
	summary TEXT NOT NULL, due FLOAT,
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('yb3zxd6gadpk','cave_vs_cave',0,'waiting',1.7949729203848319054e+09,'{"name": "Somebody is missing", "names": ["Dwarf 1", ""], "taken": [true, false], "seat": 0, "round": 1, "rounds": 8, "bot": false, "winners": [], "options": {}, "speed": "now", "bots": true}',NULL);
INSERT INTO "tables" VALUES('xs3tb8n7exb2','cave_vs_cave',0,'playing',1.79497292103535318373e+09,'{"name": "Under way", "names": ["Dwarf 1", "Dwarf 2"], "taken": [true, true], "seat": 1, "round": 3, "rounds": 8, "bot": false, "winners": [], "options": {}, "speed": "now", "bots": true}',NULL);
INSERT INTO "tables" VALUES('96g9qtkr3u4d','cave_vs_cave',0,'over',1.79497292159371876719e+09,'{"name": "Over", "names": ["Dwarf 1"], "taken": [true], "seat": 0, "round": 7, "rounds": 7, "bot": false, "winners": [0], "options": {}, "speed": "now", "bots": true}',NULL);
INSERT INTO "tables" VALUES('hg2tn327vjj5','caverna',0,'waiting',1.79497292180079317091e+09,'{"name": "Somebody is missing", "names": ["Dwarf 1", ""], "taken": [true, false], "seat": 1, "round": 1, "rounds": 12, "bot": false, "winners": [], "options": {}, "speed": "now", "bots": true}',NULL);
INSERT INTO "tables" VALUES('jfn6xcankqsm','caverna',0,'playing',1.79497292255587267877e+09,'{"name": "Under way", "names": ["Dwarf 1", "Dwarf 2"], "taken": [true, true], "seat": 1, "round": 4, "rounds": 12, "bot": false, "winners": [], "options": {}, "speed": "now", "bots": true}',NULL);
INSERT INTO "tables" VALUES('urspr8wwt5f7','caverna',0,'over',1.79497292344129037852e+09,'{"name": "Over", "names": ["Dwarf 1"], "taken": [true], "seat": 0, "round": 12, "rounds": 12, "bot": false, "winners": [0], "options": {}, "speed": "now", "bots": true}',NULL);
INSERT INTO "tables" VALUES('c52nrzfbty2c','my_gold_mine',0,'waiting',1.79497292348703908924e+09,'{"name": "Somebody is missing", "names": ["Dwarf 1", ""], "taken": [true, false], "seat": 1, "round": 1, "rounds": 3, "bot": false, "winners": [], "options": {}, "speed": "now", "bots": true}',NULL);
INSERT INTO "tables" VALUES('k87es6pwt2dj','my_gold_mine',0,'playing',1.79497292394830918306e+09,'{"name": "Under way", "names": ["Dwarf 1", "Dwarf 2"], "taken": [true, true], "seat": 1, "round": 2, "rounds": 3, "bot": false, "winners": [], "options": {}, "speed": "now", "bots": true}',NULL);
INSERT INTO "tables" VALUES('hwk45fcz2wsh','my_gold_mine',0,'over',1.79497292463387131695e+09,'{"name": "Over", "names": ["Dwarf 1", "Dwarf 2"], "taken": [true, true], "seat": 1, "round": 3, "rounds": 3, "bot": false, "winners": [1], "options": {}, "speed": "now", "bots": true}',NULL);
CREATE INDEX tables_listed ON tables (public, phase, updated);
CREATE INDEX claims_of_holder ON claims (holder);
CREATE INDEX tables_due ON tables (due);
CREATE UNIQUE INDEX contacts_of_holder ON contacts (holder, kind);
CREATE INDEX messages_of_table ON messages (table_id, number);
CREATE INDEX messages_of_holder ON messages (holder);
CREATE INDEX mutes_of_author ON mutes (author);
CREATE UNIQUE INDEX results_of_table ON results (table_id);
CREATE INDEX results_of_game ON results (game, number);
CREATE INDEX results_of_day ON results (day, game);
CREATE INDEX results_best ON results (game, seats, points);
CREATE UNIQUE INDEX players_by_name ON players (folded);
CREATE INDEX browsers_of_player ON browsers (player);
CREATE INDEX attempts_of_holder ON attempts (holder);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('results',3);
COMMIT;
