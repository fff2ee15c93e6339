"""Jobs that would block the event loop, done in other processes: records, pictures, facts."""
