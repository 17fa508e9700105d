/**
 * Commits what many calls have written into memory together, `afterMs` after the first of them: under load an object then
 * commits once for all of them. Each call waits for its commit before it answers.
 */
export class GroupCommit {
  readonly #commit: () => void
  readonly #afterMs: number
  #pending: Promise<void> | null = null

  /** `commit` writes everything that is not written yet. What it throws, each waiting call throws. */
  constructor(commit: () => void, afterMs: number) {
    this.#commit = commit
    this.#afterMs = afterMs
  }

  /** Resolves when all that is in memory by now is written. */
  written(): Promise<void> {
    this.#pending ??= this.#commitSoon()
    return this.#pending
  }

  async #commitSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.#afterMs))
    this.#pending = null
    this.#commit()
  }
}
