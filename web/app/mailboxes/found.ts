// An address, and how its mailbox is reached.
import type { Discovered } from '../../../core/api/mail.ts'

export interface Found {
  address: string
  discovered: Discovered
}
