"""The schema's history: one file a step in `versions/`, applied by Alembic when a store is opened."""
