/** The limits of an index. Files and folders past a limit are not read. */

export interface IndexLimits {
  /** Maximum size of a file; a larger one holds data or was generated. */
  readonly fileBytes: number;
  /**
   * Maximum number of source files and of folders; more than that is a whole disk, not a workspace.
   */
  readonly files: number;
  readonly folders: number;
}

export const defaultIndexLimits: IndexLimits = { fileBytes: 1024 * 1024, files: 200_000, folders: 100_000 };
