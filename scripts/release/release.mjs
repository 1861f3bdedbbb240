/** Computes the changed texts of a release. */

/** The release is not possible as requested; the message says why. */
export class UsageError extends Error {}

/**
 * Returns the changelog with the section "Unreleased" emptied and a section for the version below
 * it. Throws UsageError if the section is empty or the version already has one.
 */
export function releaseChangelog(text, version, day) {
  const heading = "## Unreleased\n";
  const start = text.indexOf(heading);
  if (start < 0) throw new UsageError('CHANGELOG.md has no section "Unreleased".');
  if (text.includes(`\n## ${version}`)) throw new UsageError(`CHANGELOG.md has a section for ${version} already.`);
  const from = start + heading.length;
  const next = text.indexOf("\n## ", from);
  const body = text.slice(from, next < 0 ? undefined : next).trim();
  if (body === "") throw new UsageError('Nothing is listed below "Unreleased" in CHANGELOG.md.');
  const rest = next < 0 ? "" : text.slice(next);
  return `${text.slice(0, from)}\n## ${version} (${day})\n\n${body}\n${rest}`;
}

/**
 * Returns the text of a package.json or its lockfile with the version, and with further top-level
 * fields, set.
 */
export function setVersion(text, version, fields = {}) {
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) throw new UsageError(`${version} is not a version such as 1.2.3.`);
  const data = JSON.parse(text);
  Object.assign(data, fields, { version });
  if (data.packages?.[""]) data.packages[""].version = version;
  return `${JSON.stringify(data, null, 2)}\n`;
}

/**
 * Returns the addresses of the project for a git remote (`git@host:owner/name.git` or https), or
 * nothing without one. `registryName` is its name in the MCP registry, below the namespace that the
 * owner of the remote can prove.
 */
export function projectAddresses(remote) {
  const match = /^(?:git@|ssh:\/\/git@|https:\/\/)([^/:]+)[/:](.+?)(?:\.git)?$/.exec(remote);
  if (!match) return {};
  const [, host, path] = match;
  const reversed = host.split(".").reverse().join(".");
  const namespace = host === "github.com" ? `io.github.${path.split("/")[0]}` : reversed;
  return { host, page: `https://${host}/${path}`, registryName: `${namespace}/lsp-locate` };
}

/**
 * Returns `repository`, `homepage` and `bugs` for a git remote, or nothing without one.
 */
export function repositoryFields(remote) {
  const { page } = projectAddresses(remote);
  if (page === undefined) return {};
  return {
    repository: { type: "git", url: `git+${page}.git` },
    homepage: `${page}#readme`,
    bugs: { url: `${page}/issues` },
  };
}

/** Returns `mcpName`, by which the MCP registry knows whose package it is. */
export function registryFields(remote) {
  const { registryName } = projectAddresses(remote);
  return registryName === undefined ? {} : { mcpName: registryName };
}
