// Settings about the operator of this server, for legal pages and the contact form.
import { z } from 'zod/mini'
import type { ModeEnv } from './values.ts'

export const operatorSettings = {
  OPERATOR_NAME: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  OPERATOR_ADDRESS: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  CONTACT_EMAIL: z._default(z.union([z.literal(''), z.email()]), ''),
}

const Settings = z.object(operatorSettings)
type OperatorEnv = z.infer<typeof Settings> & ModeEnv

/** In sandbox mode messages go to an address that nobody owns, and stay in the outbox. */
export const toOperatorConfig = (e: OperatorEnv) => ({
  name: e.OPERATOR_NAME || null,
  address: e.OPERATOR_ADDRESS || null,
  email: e.CONTACT_EMAIL || (e.MODE === 'sandbox' ? 'operator@mailferry.example' : null),
})
