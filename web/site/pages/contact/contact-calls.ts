// API calls of the contact and legal pages, loaded separately so that the pages show first.

import type { z } from 'zod/mini'
import { type ContactMessage, getOperatorApi, type Operator, writeContactApi } from '../../../../core/api/contact.ts'
import { call } from '../../../api.ts'

export const fetchOperator = (): Promise<Operator> => call(getOperatorApi, 'GET', '/api/operator', {})

export const sendContactMessage = async (body: z.input<typeof ContactMessage>): Promise<void> => {
  await call(writeContactApi, 'POST', '/api/contact', { body })
}
