"""The graph of customers, memories and the things they mention, on Neo4j or FalkorDB."""
