// Lists the tables of a user's usage in a data export.
import { type ExportPart, rowsPart } from '../foundation/db/export-rows.ts'

export const billingCopy: ExportPart[] = [rowsPart('usage', 'usage', { key: ['month'] })]
