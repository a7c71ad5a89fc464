// One attempt at a data export; its chunks are bound to it, so that those of a failed attempt are never read.

export interface ExportAttempt {
  id: string
  tries: number
}

/** An export that fails this often is given up, also where each attempt died silently. */
export const maxExportAttempts = 3

export const versionOf = ({ id, tries }: ExportAttempt): string => `${id}/${tries}`
