// Settings of who runs this server, for the legal pages and visitors' messages.
import { z } from 'zod/mini'
import type { InMode } from './values.ts'

export const operatorSettings = {
  OPERATOR_NAME: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  OPERATOR_ADDRESS: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  CONTACT_EMAIL: z._default(z.union([z.literal(''), z.email()]), ''),
}

const Settings = z.object(operatorSettings)
type Given = z.infer<typeof Settings> & InMode

/** In sandbox mode messages go to an address that nobody has, and stay in the outbox. */
export const operatorOf = (e: Given) => ({
  name: e.OPERATOR_NAME || null,
  address: e.OPERATOR_ADDRESS || null,
  email: e.CONTACT_EMAIL || (e.MODE === 'sandbox' ? 'operator@mailferry.example' : null),
})
