// What the contact page and the legal pages ask the server; loaded apart, so that these pages show before it.

import type { z } from 'zod/mini'
import { type ContactMessage, getOperator, type Operator, writeContact } from '../../../../core/api/contact.ts'
import { call } from '../../../api.ts'

export const askOperator = (): Promise<Operator> => call(getOperator, 'GET', '/api/operator', {})

export const write = async (body: z.input<typeof ContactMessage>): Promise<void> => {
  await call(writeContact, 'POST', '/api/contact', { body })
}
