// The settings of who runs this server: what the legal pages name, and where messages of visitors go.
import { z } from 'zod'
import type { InMode } from './values.ts'

export const operatorSettings = {
  OPERATOR_NAME: z.string().trim().max(200).default(''),
  OPERATOR_ADDRESS: z.string().trim().max(300).default(''),
  CONTACT_EMAIL: z.union([z.literal(''), z.email()]).default(''),
}

const Settings = z.object(operatorSettings)
type Given = z.infer<typeof Settings> & InMode

/** In sandbox mode messages go to an address that nobody has, and stay in the outbox. */
export const operatorOf = (e: Given) => ({
  name: e.OPERATOR_NAME || null,
  address: e.OPERATOR_ADDRESS || null,
  email: e.CONTACT_EMAIL || (e.MODE === 'sandbox' ? 'operator@mailferry.example' : null),
})
