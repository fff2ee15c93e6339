-- Each server process is a node. A node owns the rooms whose players it serves.

CREATE TABLE nodes (
    node text PRIMARY KEY,
    lease_until timestamptz NOT NULL
) WITH (fillfactor = 50);
COMMENT ON COLUMN nodes.lease_until IS 'the rooms of the node are its own until then';

CREATE TABLE owners (
    link text PRIMARY KEY REFERENCES rooms (link) ON DELETE CASCADE,
    node text,
    epoch bigint NOT NULL
);
COMMENT ON COLUMN owners.node IS 'null if the last owner has released the room';
COMMENT ON COLUMN owners.epoch IS 'increases whenever a node takes the room';
CREATE INDEX owners_nodes ON owners (node) WHERE node IS NOT NULL;
