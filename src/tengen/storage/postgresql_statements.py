"""All SQL statements for PostgreSQL, except for the tables, which `migrations` has."""

from __future__ import annotations

LOCK_MIGRATIONS = "SELECT pg_advisory_xact_lock(1413828167)"
"""The number is `TENG` in ASCII. Nodes that start at the same time migrate one after the other."""
MAKE_VERSIONS = """
CREATE TABLE IF NOT EXISTS migrations (
    version integer PRIMARY KEY,
    name text NOT NULL,
    applied timestamptz NOT NULL DEFAULT now()
)
"""
HAS_VERSIONS = "SELECT to_regclass('migrations') IS NOT NULL"
GET_VERSION = "SELECT coalesce(max(version), 0) FROM migrations"
ADD_VERSION = "INSERT INTO migrations (version, name) VALUES (%s, %s)"

ADD_GAME = "INSERT INTO games (started, events, epoch) VALUES (%s, 1, %s) RETURNING game"
ADD_EVENT = "INSERT INTO events (game, number, event) VALUES (%s, 0, %s)"
ADD_EVENTS = """
WITH wanted AS (
    SELECT * FROM unnest(%s::bigint[], %s::integer[], %s::integer[], %s::bigint[],
                         %s::boolean[], %s::boolean[])
        AS wanted (game, first, added, epoch, is_over, is_played)
), taken AS (
    UPDATE games SET
        events = events + added,
        is_over = coalesce(wanted.is_over, games.is_over),
        is_played = games.is_played OR wanted.is_played
    FROM wanted
    WHERE games.game = wanted.game AND games.epoch = wanted.epoch AND events = wanted.first
    RETURNING games.game
), saved AS (
    INSERT INTO events (game, number, event)
    SELECT * FROM unnest(%s::bigint[], %s::integer[], %s::text[])
        AS added (game, number, event)
    WHERE game IN (SELECT game FROM taken)
)
SELECT game FROM taken
"""
"""Appends to the games that are as expected, and returns their numbers. The update locks the row
of each game, so that no other node can take the game before this is committed."""
GET_STATES = "SELECT game, events, epoch FROM games WHERE game = ANY(%s)"
GET_EVENTS = "SELECT event FROM events WHERE game = %s ORDER BY number"
GET_SOME_EVENTS = (
    "SELECT event FROM events WHERE game = %s AND number >= %s ORDER BY number LIMIT %s"
)
UNPLAYED = """
SELECT game FROM games LEFT JOIN rooms USING (game)
WHERE NOT is_played AND started < %s AND NOT EXISTS (
    SELECT 1 FROM owners JOIN nodes USING (node)
    WHERE owners.link = rooms.link AND lease_until > clock_timestamp()
)
"""
DELETE_UNPLAYED = """
DELETE FROM games USING games AS seen
WHERE games.game = ANY(%s) AND NOT games.is_played AND NOT EXISTS (
    SELECT 1 FROM rooms JOIN owners USING (link) JOIN nodes USING (node)
    WHERE rooms.game = games.game AND lease_until > clock_timestamp()
) AND seen.game = games.game AND seen.epoch = games.epoch
"""
"""If a node takes the room of a game at this moment, the epochs differ, and the game stays."""

SAVE_SUMMARY = """
INSERT INTO summaries (game, events, summary) VALUES (%s, %s, %s)
ON CONFLICT (game) DO UPDATE SET events = excluded.events, summary = excluded.summary
"""
GAMES = """
SELECT game, started, (SELECT summary FROM fresh_summaries WHERE game = games.game)
FROM games
WHERE game < %s AND (is_over OR NOT EXISTS (SELECT 1 FROM rooms WHERE rooms.game = games.game))
ORDER BY game DESC LIMIT %s
"""
UNFINISHED_GAMES = """
SELECT game, started, (SELECT summary FROM fresh_summaries WHERE game = games.game)
FROM games
WHERE game < %s AND NOT is_over AND NOT EXISTS (SELECT 1 FROM rooms WHERE rooms.game = games.game)
ORDER BY game DESC LIMIT %s
"""

ADD_ROOM = """
INSERT INTO rooms (link, setup, one, two, is_listed, made, before)
VALUES (%s, %s, %s, %s, %s, %s, %s)
"""
LOCK_ROOM = "SELECT 1 FROM rooms WHERE link = %s FOR UPDATE"
"""Rooms are locked before their owners, as nodes do that take rooms, so there are no deadlocks."""
LOCK_OWNER = "SELECT epoch FROM owners WHERE link = %s FOR UPDATE"
BEGIN_ROOM = """
UPDATE rooms SET game = %s, setup = %s, one = %s, two = %s WHERE link = %s AND game IS NULL
"""
DELETE_ROOMS = "DELETE FROM rooms WHERE game IS NULL AND link = ANY(%s)"
WAITING_ROOMS = """
SELECT link FROM rooms WHERE game IS NULL AND made < %s AND NOT EXISTS (
    SELECT 1 FROM owners JOIN nodes USING (node)
    WHERE owners.link = rooms.link AND lease_until > clock_timestamp()
)
"""
IS_ROOM_OVER = "SELECT is_over FROM rooms WHERE game = %s"
ROOMS = """
SELECT room, link, setup, one, two, is_listed, made, rooms.game, before, started,
    (SELECT summary FROM fresh_summaries WHERE game = rooms.game)
FROM rooms LEFT JOIN games ON games.game = rooms.game
"""
ROOM = f"{ROOMS} WHERE link = %s"
ROOM_AFTER = f"{ROOMS} WHERE before = %s"
HELD_BY = """
room IN (
    (SELECT room FROM rooms WHERE one = %s AND room < %s ORDER BY room DESC LIMIT %s)
    UNION
    (SELECT room FROM rooms WHERE two = %s AND room < %s ORDER BY room DESC LIMIT %s)
)
"""
ROOMS_OF = f"{ROOMS} WHERE {HELD_BY} ORDER BY room DESC LIMIT %s"
LISTED_ROOMS = (
    f"{ROOMS} WHERE is_listed AND rooms.is_over AND room < %s ORDER BY room DESC LIMIT %s"
)
AGAINST_PEOPLE = """
room IN (
    (SELECT room FROM rooms WHERE one = %s AND two <> %s AND game IS NOT NULL AND NOT is_over
     ORDER BY room DESC LIMIT %s)
    UNION
    (SELECT room FROM rooms WHERE two = %s AND one <> %s AND game IS NOT NULL AND NOT is_over
     ORDER BY room DESC LIMIT %s)
)
"""
ROOMS_AGAINST_PEOPLE = f"{ROOMS} WHERE {AGAINST_PEOPLE} ORDER BY room DESC LIMIT %s"

PUT = """
INSERT INTO settings (key, value) VALUES (%s, %s)
ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""
GET = "SELECT value FROM settings WHERE key = %s"

RENEW_LEASE = """
INSERT INTO nodes (node, lease_until) VALUES (%(node)s, clock_timestamp() + %(lease)s)
ON CONFLICT (node) DO UPDATE SET lease_until = excluded.lease_until
"""
END_LEASE = "UPDATE nodes SET lease_until = clock_timestamp() WHERE node = %s"
LIVING_NODES = "SELECT count(*) FROM nodes WHERE lease_until > clock_timestamp()"
TAKE_ROOMS = """
INSERT INTO owners (link, node, epoch)
SELECT link, %(node)s, 1 FROM rooms WHERE link = ANY(%(links)s) ORDER BY link FOR KEY SHARE
ON CONFLICT (link) DO UPDATE SET node = excluded.node, epoch = owners.epoch + 1
WHERE %(force)s OR owners.node IS NULL OR owners.node = excluded.node OR NOT EXISTS (
    SELECT 1 FROM nodes WHERE nodes.node = owners.node AND lease_until > clock_timestamp()
)
RETURNING link, epoch
"""
LOCK_GAMES = """
SELECT games.game FROM games JOIN rooms USING (game) WHERE link = ANY(%s)
ORDER BY games.game FOR UPDATE OF games
"""
"""All that locks several games does so in the order of their numbers, so there are no deadlocks."""
SET_EPOCHS = """
UPDATE games SET epoch = taken.epoch
FROM rooms JOIN unnest(%s::text[], %s::bigint[]) AS taken (link, epoch) USING (link)
WHERE games.game = rooms.game
"""
RELEASE_ROOM = """
UPDATE owners SET node = %(heir)s WHERE link = %(link)s AND node = %(node)s AND epoch = %(epoch)s
"""
ADD_DEAD_NODE = """
INSERT INTO nodes (node, lease_until) VALUES (%s, clock_timestamp())
ON CONFLICT (node) DO UPDATE SET lease_until = excluded.lease_until
"""
GET_EPOCH = "SELECT epoch FROM owners WHERE link = %s AND node = %s"
OWNED_ROOMS = "SELECT link, epoch FROM owners WHERE node = %s"
RELEASE_DEAD = """
UPDATE owners SET node = NULL FROM rooms
WHERE rooms.link = owners.link AND (rooms.is_over OR rooms.game IS NULL) AND owners.node IN (
    SELECT node FROM nodes WHERE lease_until < clock_timestamp() - %s
)
"""
"""Releases the rooms of dead nodes in which nothing is going on."""
DELETE_DEAD = """
DELETE FROM nodes WHERE lease_until < clock_timestamp() - %s
    AND NOT EXISTS (SELECT 1 FROM owners WHERE owners.node = nodes.node)
"""
ORPHANS = """
SELECT link FROM owners JOIN nodes USING (node)
WHERE lease_until < clock_timestamp() - %s ORDER BY lease_until LIMIT %s
"""
REQUEST_ROOMS = """
SELECT pg_notify('tengen', node || ' ' || link) FROM owners
WHERE link = ANY(%s) AND node IS NOT NULL
"""
LISTEN = "LISTEN tengen"
ASYNCHRONOUS = "SET synchronous_commit = off"
"""For the lease, which need not survive a crash of the database."""

BEGIN_SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
GAMES_AFTER = """
SELECT game, started, is_over, is_played, summaries.events, summary
FROM games LEFT JOIN summaries USING (game) WHERE game > %s ORDER BY game
"""
EVENTS_AFTER = "SELECT game, number, event FROM events WHERE game > %s ORDER BY game, number"
ROOMS_AFTER = """
SELECT room, link, setup, one, two, is_listed, made, game, before, is_over
FROM rooms WHERE room > %s ORDER BY room
"""
SETTINGS = 'SELECT key, value FROM settings WHERE key <> %s ORDER BY key COLLATE "C"'
SETTINGS_AFTER = """
SELECT key, value FROM settings WHERE key <> %s AND key > %s::text COLLATE "C"
ORDER BY key COLLATE "C"
"""
COUNT_ROWS = """
SELECT
    (SELECT count(*) FROM games),
    (SELECT count(*) FROM rooms),
    (SELECT count(*) FROM settings WHERE key <> %s),
    greatest(
        (SELECT max(game) FROM games),
        pg_sequence_last_value(pg_get_serial_sequence('games', 'game')::regclass),
        0
    ),
    greatest(
        (SELECT max(room) FROM rooms),
        pg_sequence_last_value(pg_get_serial_sequence('rooms', 'room')::regclass),
        0
    )
"""
LOAD_GAMES = "COPY games (game, started, is_over, is_played, events) FROM STDIN"
LOAD_EVENTS = "COPY events (game, number, event) FROM STDIN"
LOAD_SUMMARIES = "COPY summaries (game, events, summary) FROM STDIN"
LOAD_ROOMS = """
COPY rooms (room, link, setup, one, two, is_listed, made, game, before, is_over) FROM STDIN
"""
RAISE_SEQUENCE = """
SELECT setval(sequence, greatest(%(last)s::bigint, pg_sequence_last_value(sequence)))
FROM (SELECT pg_get_serial_sequence(%(table)s, %(column)s)::regclass AS sequence) AS found
WHERE %(last)s::bigint > 0
"""
FORGET = "DELETE FROM settings WHERE key = %s"
LOCK_COPY = "SELECT pg_try_advisory_lock(1413828168)"
"""Held by a copy that reads or writes the database."""
NOTICE_LOST_CLIENT = """
SELECT set_config('tcp_keepalives_idle', '5', false),
    set_config('tcp_keepalives_interval', '1', false),
    set_config('tcp_keepalives_count', '5', false)
"""
"""If the network breaks, the server ends the transaction within seconds, and the copy can go on."""

DANGLING = """
SELECT DISTINCT 'are events of game ' || game || ', but no such game' FROM events
WHERE NOT EXISTS (SELECT 1 FROM games WHERE games.game = events.game)
UNION ALL
SELECT 'is a summary of game ' || game || ', but no such game' FROM summaries
WHERE NOT EXISTS (SELECT 1 FROM games WHERE games.game = summaries.game)
UNION ALL
SELECT 'is a room ' || quote_literal(link) || ' of game ' || game || ', but no such game'
FROM rooms
WHERE game IS NOT NULL AND NOT EXISTS (SELECT 1 FROM games WHERE games.game = rooms.game)
ORDER BY 1
"""
DANGLING_OWNERS = """
SELECT 'is an owner of room ' || quote_literal(link) || ', but no such room' FROM owners
WHERE NOT EXISTS (SELECT 1 FROM rooms WHERE rooms.link = owners.link) ORDER BY link
"""
EVENTS_OF_GAMES = """
SELECT game, number, event FROM events JOIN games USING (game) ORDER BY game, number
"""
WRONG_COUNTS = """
SELECT game, games.events, count(number) FROM games LEFT JOIN events USING (game)
GROUP BY game HAVING games.events <> count(number) ORDER BY game
"""
WRONG_EPOCHS = """
SELECT game, games.epoch, coalesce(owners.epoch, 0)
FROM games LEFT JOIN rooms USING (game) LEFT JOIN owners USING (link)
WHERE games.epoch <> coalesce(owners.epoch, 0) ORDER BY game
"""
WRONG_ROOMS = """
SELECT link, rooms.is_over FROM rooms LEFT JOIN games USING (game)
WHERE rooms.is_over <> coalesce(games.is_over, false) ORDER BY room
"""
"""Rooms whose mark differs from that of their games."""
EVERY_ROOM = """
SELECT room, link, setup, one, two, is_listed::integer, made, game, before, NULL, NULL
FROM rooms ORDER BY room
"""
LOW_SEQUENCES = """
SELECT number.name, number.last FROM (VALUES
    ('game', (SELECT max(game) FROM games), pg_get_serial_sequence('games', 'game')),
    ('room', (SELECT max(room) FROM rooms), pg_get_serial_sequence('rooms', 'room'))
) AS number (name, last, sequence)
WHERE number.last > coalesce(pg_sequence_last_value(number.sequence::regclass), 0)
"""
"""Kinds of numbers of which the next one is taken."""
