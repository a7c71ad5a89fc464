// Reads a list page after page, for a CSV file.

interface RowPage<T> {
  items: T[]
  next: string | null
}

/** Rows in one page of a file. */
export const filePage = 1000

export async function* everyRow<T>(readListPage: (cursor: string | undefined) => Promise<RowPage<T>>): AsyncGenerator<T> {
  let cursor: string | undefined
  do {
    const page = await readListPage(cursor)
    yield* page.items
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}

/** `rows` has one more row than the page if there is another page. */
export const toPage = <R, T>(rows: R[], limit: number, cursorOf: (row: R) => string, toItem: (row: R) => T): RowPage<T> => {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(toItem), next: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}
