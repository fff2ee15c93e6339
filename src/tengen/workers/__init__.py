"""Engine work in processes of its own, queued fairly."""
