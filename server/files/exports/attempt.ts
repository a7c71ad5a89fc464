// Identifies one attempt at a data export; its chunks are bound to it, so that those of failed attempts are never read.

export interface ExportAttempt {
  id: string
  tries: number
}

/** An export is given up after this many failed attempts, even when each one died silently. */
export const maxExportAttempts = 3

export const exportVersion = ({ id, tries }: ExportAttempt): string => `${id}/${tries}`
