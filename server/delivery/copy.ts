// Lists the tables of destinations and deliveries in a data export.
import { type ExportPart, rowsPart } from '../foundation/db/export-rows.ts'

export const deliveryCopy: ExportPart[] = [
  rowsPart('phones', 'destinations', { key: ['id'] }),
  rowsPart('on-call', 'rotas', { key: ['id'] }),
  rowsPart('pauses', 'pauses', { key: [] }),
  rowsPart('deliveries', 'deliveries', { key: ['id'] }),
  rowsPart('attempts', 'attempts', { key: ['delivery_id', 'n'] }),
  rowsPart('escalations', 'escalations', { key: ['id'] }),
  rowsPart('phone-commands', 'phone_commands', { key: ['id'] }),
]
