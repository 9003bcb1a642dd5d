"""The test runner behind `./dvergar test`, and the programs that the tests need."""
