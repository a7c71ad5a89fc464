// Lists the tables with destinations and deliveries that a data export includes.
import { type ExportPart, rowsPart } from '../foundation/db/export-rows.ts'

export const deliveryExport: ExportPart[] = [
  rowsPart('phones', 'destinations', { key: ['id'] }),
  rowsPart('on-call', 'rotas', { key: ['id'] }),
  rowsPart('pauses', 'pauses', { key: [] }),
  rowsPart('deliveries', 'deliveries', { key: ['id'] }),
  rowsPart('attempts', 'attempts', { key: ['delivery_id', 'n'] }),
  rowsPart('escalations', 'escalations', { key: ['id'] }),
  rowsPart('phone-commands', 'phone_commands', { key: ['id'] }),
]
