int broken() { return nowhere; }
