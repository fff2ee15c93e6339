BEGIN TRANSACTION;
PRAGMA application_id = 1413828167;
PRAGMA user_version = 2;
CREATE TABLE events (
            game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
            number INTEGER NOT NULL,
            event TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID
        ;
INSERT INTO "events" VALUES(1,0,'{"type":"GameStarted","at":0,"setup":{"rules":"3x3/3 freestyle","opening":"free","one":{"type":"person","name":""},"two":{"type":"person","name":""},"clock":{"move":null,"game":null,"increment":0},"moves":[],"fouls_lose":false,"consent":false}}');
INSERT INTO "events" VALUES(1,1,'{"type":"MovePlayed","at":0,"seat":1,"point":"2,0"}');
INSERT INTO "events" VALUES(1,2,'{"type":"MovePlayed","at":0,"seat":2,"point":"2,1"}');
INSERT INTO "events" VALUES(1,3,'{"type":"MovePlayed","at":0,"seat":1,"point":"1,0"}');
INSERT INTO "events" VALUES(1,4,'{"type":"MovePlayed","at":0,"seat":2,"point":"1,1"}');
INSERT INTO "events" VALUES(1,5,'{"type":"MovePlayed","at":0,"seat":1,"point":"0,0"}');
INSERT INTO "events" VALUES(1,6,'{"type":"GameEnded","at":0,"result":{"winner":1,"cause":"line","foul":null}}');
INSERT INTO "events" VALUES(2,0,'{"type":"GameStarted","at":0,"setup":{"rules":"15x15/5 renju","opening":"swap2","one":{"type":"person","name":""},"two":{"type":"person","name":""},"clock":{"move":null,"game":null,"increment":0},"moves":[],"fouls_lose":false,"consent":false}}');
INSERT INTO "events" VALUES(2,1,'{"type":"MovePlayed","at":0,"seat":1,"point":"7,7"}');
INSERT INTO "events" VALUES(2,2,'{"type":"MovePlayed","at":0,"seat":1,"point":"6,7"}');
INSERT INTO "events" VALUES(2,3,'{"type":"MovePlayed","at":0,"seat":1,"point":"5,7"}');
INSERT INTO "events" VALUES(3,0,'{"type":"GameStarted","at":0,"setup":{"rules":"3x3/3 freestyle","opening":"free","one":{"type":"person","name":""},"two":{"type":"person","name":""},"clock":{"move":null,"game":null,"increment":0},"moves":[],"fouls_lose":false,"consent":false}}');
INSERT INTO "events" VALUES(4,0,'{"type":"GameStarted","at":0,"setup":{"rules":"3x3/3 freestyle","opening":"free","one":{"type":"person","name":""},"two":{"type":"person","name":""},"clock":{"move":null,"game":null,"increment":0},"moves":[],"fouls_lose":false,"consent":false}}');
INSERT INTO "events" VALUES(4,1,'{"type":"MovePlayed","at":0,"seat":1,"point":"2,0"}');
INSERT INTO "events" VALUES(4,2,'{"type":"MovePlayed","at":0,"seat":2,"point":"2,1"}');
INSERT INTO "events" VALUES(4,3,'{"type":"GameEnded","at":0,"result":{"winner":1,"cause":"resigned","foul":null}}');
INSERT INTO "events" VALUES(5,0,'{"type":"GameStarted","at":0,"setup":{"rules":"3x3/3 freestyle","opening":"free","one":{"type":"person","name":""},"two":{"type":"person","name":""},"clock":{"move":null,"game":null,"increment":0},"moves":[],"fouls_lose":false,"consent":false}}');
INSERT INTO "events" VALUES(5,1,'{"type":"MovePlayed","at":0,"seat":1,"point":"2,0"}');
INSERT INTO "events" VALUES(5,2,'{"type":"MovePlayed","at":0,"seat":2,"point":"2,1"}');
INSERT INTO "events" VALUES(6,0,'{"type":"GameStarted","at":0,"setup":{"rules":"3x3/3 freestyle","opening":"free","one":{"type":"person","name":""},"two":{"type":"person","name":""},"clock":{"move":null,"game":null,"increment":0},"moves":[],"fouls_lose":false,"consent":false}}');
CREATE TABLE games (
            game INTEGER PRIMARY KEY AUTOINCREMENT,
            started INTEGER NOT NULL,
            is_over INTEGER NOT NULL DEFAULT 0
        );
INSERT INTO "games" VALUES(1,1000,1);
INSERT INTO "games" VALUES(2,2000,0);
INSERT INTO "games" VALUES(3,3000,0);
INSERT INTO "games" VALUES(4,4000,1);
INSERT INTO "games" VALUES(5,5000,0);
INSERT INTO "games" VALUES(6,6000,0);
CREATE TABLE rooms (
            room INTEGER PRIMARY KEY AUTOINCREMENT,
            link TEXT NOT NULL UNIQUE,
            setup TEXT NOT NULL,
            one BLOB,
            two BLOB,
            is_listed INTEGER NOT NULL,
            made INTEGER NOT NULL,
            game INTEGER UNIQUE REFERENCES games ON DELETE CASCADE,
            before TEXT UNIQUE
        );
INSERT INTO "rooms" VALUES(1,'over','{"rules":"3x3/3 freestyle","opening":"free","one":{"type":"person","name":""},"two":{"type":"person","name":""},"clock":{"move":null,"game":null,"increment":0},"moves":[],"fouls_lose":false,"consent":false}',X'616E6E',X'62656E',1,1,4,NULL);
INSERT INTO "rooms" VALUES(2,'running','{"rules":"3x3/3 freestyle","opening":"free","one":{"type":"person","name":""},"two":{"type":"person","name":""},"clock":{"move":null,"game":null,"increment":0},"moves":[],"fouls_lose":false,"consent":false}',X'616E6E',X'62656E',1,1,5,NULL);
INSERT INTO "rooms" VALUES(3,'begun','{"rules":"3x3/3 freestyle","opening":"free","one":{"type":"person","name":""},"two":{"type":"person","name":""},"clock":{"move":null,"game":null,"increment":0},"moves":[],"fouls_lose":false,"consent":false}',X'616E6E',X'62656E',1,1,6,'over');
INSERT INTO "rooms" VALUES(4,'waiting','{"rules":"3x3/3 freestyle","opening":"free","one":{"type":"person","name":""},"two":{"type":"person","name":""},"clock":{"move":null,"game":null,"increment":0},"moves":[],"fouls_lose":false,"consent":false}',X'616E6E',NULL,1,1,NULL,NULL);
CREATE TABLE settings (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
INSERT INTO "settings" VALUES('join/http://example.org',X'736563726574');
CREATE INDEX games_going_on ON games (game) WHERE NOT is_over;
CREATE INDEX rooms_of_one ON rooms (one) WHERE one IS NOT NULL;
CREATE INDEX rooms_of_two ON rooms (two) WHERE two IS NOT NULL;
CREATE INDEX rooms_listed ON rooms (room) WHERE is_listed AND game IS NOT NULL;
CREATE INDEX rooms_waiting ON rooms (made) WHERE game IS NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',6);
INSERT INTO "sqlite_sequence" VALUES('rooms',4);
COMMIT;
