// Lists the tables with a user's usage that a data export includes.
import { type ExportPart, rowsPart } from '../foundation/db/export-rows.ts'

export const billingExport: ExportPart[] = [rowsPart('usage', 'usage', { key: ['month'] })]
