/**
 * The manifests for other package managers, and the parts of them that a release sets: the version,
 * and the addresses of the project, which only the git remote tells.
 */

import { projectAddresses } from "./release.mjs";

/** Each returns the text of a manifest for a version and a git remote, which may be empty. */
export const manifests = {
  ".claude-plugin/plugin.json": (text, version, remote) => {
    const { page } = projectAddresses(remote);
    return setMembers(setVersions(text, version), page === undefined ? {} : { homepage: page, repository: page });
  },
  ".claude-plugin/marketplace.json": setVersions,
  "gemini-extension.json": setVersions,
  "packaging/mcp-registry/server.json": (text, version, remote) => {
    const { page, host, registryName } = projectAddresses(remote);
    const repository = { url: page, source: host?.split(".").at(-2) };
    return setMembers(setVersions(text, version), page === undefined ? {} : { name: registryName, repository });
  },
  "packaging/mason/package.yaml": (text, version, remote) => {
    const { page } = projectAddresses(remote);
    const versioned = text.replace(/(pkg:npm\/lsp-locate@).*/, `$1${version}`);
    if (page === undefined) return versioned;
    return versioned.replace(/^homepage: .*\n/m, "").replace(/^licenses:/m, `homepage: ${page}\nlicenses:`);
  },
};

/** Sets every version of a JSON text: all are ours. */
function setVersions(text, version) {
  return text.replace(/("version": )"[^"]*"/g, `$1"${version}"`);
}

/**
 * Sets members of the root, each in a line before the first version. The other lines stay as they
 * are, so that the formatter has nothing to change.
 */
function setMembers(text, members) {
  const lines = Object.entries(members).map(([key, value]) => {
    const json = JSON.stringify(value, null, 1).replace(/\n */g, " ");
    return `  ${JSON.stringify(key)}: ${json},\n`;
  });
  const names = Object.keys(members).join("|");
  const without = names === "" ? text : text.replace(new RegExp(`^ {2}"(?:${names})": .*\n`, "gm"), "");
  return without.replace(/^ {2}"version"/m, `${lines.join("")}  "version"`);
}
