/** Strict ESM sources run as CommonJS under jest: no experimental flags, and `.js` specifiers find their `.ts`. */
export default {
  testEnvironment: "node",
  // Real servers on a busy machine: a test that hangs is still found, one that waits its turn is not called a failure.
  testTimeout: 60_000,
  roots: ["<rootDir>/test"],
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/test/projects/"],
  modulePathIgnorePatterns: ["<rootDir>/test/projects/", "<rootDir>/dist/"],
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { jsc: { parser: { syntax: "typescript" }, target: "es2023" }, module: { type: "commonjs" } },
    ],
  },
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
};
