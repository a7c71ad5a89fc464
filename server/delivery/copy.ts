// What a copy of everything holds of a person's phones, and of each mail on its way there.
import { type CopyPart, rowsPart } from '../db/person-rows.ts'

export const deliveryCopy: CopyPart[] = [
  rowsPart('phones', 'destinations', { key: ['id'] }),
  rowsPart('on-call', 'rotas', { key: ['id'] }),
  rowsPart('pauses', 'pauses', { key: [] }),
  rowsPart('deliveries', 'deliveries', { key: ['id'] }),
  rowsPart('attempts', 'attempts', { key: ['delivery_id', 'n'] }),
  rowsPart('escalations', 'escalations', { key: ['id'] }),
  rowsPart('phone-commands', 'phone_commands', { key: ['id'] }),
]
