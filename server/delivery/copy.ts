// Which of a user's destinations and deliveries a data export contains.
import { type CopyPart, rowsPart } from '../foundation/db/person-rows.ts'

export const deliveryCopy: CopyPart[] = [
  rowsPart('phones', 'destinations', { key: ['id'] }),
  rowsPart('on-call', 'rotas', { key: ['id'] }),
  rowsPart('pauses', 'pauses', { key: [] }),
  rowsPart('deliveries', 'deliveries', { key: ['id'] }),
  rowsPart('attempts', 'attempts', { key: ['delivery_id', 'n'] }),
  rowsPart('escalations', 'escalations', { key: ['id'] }),
  rowsPart('phone-commands', 'phone_commands', { key: ['id'] }),
]
