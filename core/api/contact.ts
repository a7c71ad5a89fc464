// The API for the contact form, and for the operator's name and address.
import { z } from 'zod/mini'
import { Nothing, shape } from './shape.ts'

export const Topic = z.enum(['question', 'problem', 'privacy', 'security', 'other'])
export type Topic = z.infer<typeof Topic>

const maxName = 100
const maxMessage = 5000
const email = 'Enter your email address, like maya@example.com.'

/** `name` may be empty. `website` is a hidden honeypot field: bots that fill it in get the normal response. */
export const ContactMessage = z.object({
  topic: Topic,
  name: z
    .string()
    .check(
      z.trim(),
      z.maxLength(maxName, `Use up to ${maxName} characters for your name.`),
      z.regex(/^\P{Cc}*$/u, 'Write your name on one line.'),
    ),
  email: z.email(email).check(z.maxLength(254, email)),
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(10, 'Write at least ten characters.'),
      z.maxLength(maxMessage, `Write up to ${maxMessage} characters. You can send more by email later.`),
    ),
  website: z._default(z.string().check(z.maxLength(1000)), ''),
})

export const writeContactApi = shape({ body: ContactMessage, status: 202, answer: Nothing })

/** `name` and `address` are null until the operator fills them in; without `takesMessages` the form is closed. */
export const Operator = z.object({ name: z.nullable(z.string()), address: z.nullable(z.string()), takesMessages: z.boolean() })
export type Operator = z.infer<typeof Operator>

export const getOperatorApi = shape({ status: 200, answer: Operator })
