// Times what is done several times, and names the nearest rank of the times.

export function percentile(values: number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN
}

/** Milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Milliseconds of each round; ends early when all together have taken `budgetMs`. */
export async function timeRounds(rounds: number, work: (round: number) => Promise<unknown>, budgetMs = 40_000): Promise<number[]> {
  const times: number[] = []
  for (let round = 0, sum = 0; round < rounds && sum < budgetMs; round++) {
    const ms = await timed(() => work(round))
    times.push(ms)
    sum += ms
  }
  return times
}
