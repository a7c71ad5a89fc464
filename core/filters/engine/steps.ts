// Long work in steps, between which others may have their turn.

export type Steps<T> = Generator<undefined, T>

/** Does all of it at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
