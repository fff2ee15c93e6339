"""Jobs that would hold up the event loop, done in other processes: records, pictures, facts."""
