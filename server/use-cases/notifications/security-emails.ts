// Renders the emails about where mail goes, which can't be turned off; their button takes the change back.
import { formatPhoneInText } from '../../../core/phone/phone.ts'
import type { Words } from '../../../core/words/words.ts'
import type { SystemEmail } from '../../foundation/mailer.ts'
import { systemEmail } from './system-emails.ts'

type Email = Omit<SystemEmail, 'to'>

interface Made {
  at: Date
  undoLink: string
}

export interface LinkedPhoneFacts extends Made {
  name: string
  /** Digits; null where WhatsApp does not say. */
  number: string | null
}

export const phoneLinkedEmail = (words: Words, { name, number, at, undoLink }: LinkedPhoneFacts): Email =>
  securityEmail(words, 'phone_linked', { phone: number ? `${name} (${formatPhoneInText(number)})` : name }, { at, undoLink })

export const filterToPhoneEmail = (words: Words, { filter, phone, ...made }: Made & { filter: string; phone: string }): Email =>
  securityEmail(words, 'filter_to_phone', { filter, phone }, made)

export const copyStartedEmail = (words: Words, made: Made): Email => securityEmail(words, 'copy_started', {}, made)

function securityEmail(
  words: Words,
  kind: 'phone_linked' | 'filter_to_phone' | 'copy_started',
  values: Record<string, string>,
  { at, undoLink }: Made,
): Email {
  const t = words.of('notices')
  return systemEmail(
    words,
    { page: undoLink, stop: null },
    {
      subject: t(`${kind}.subject`, values),
      text: t(`${kind}.text`, values),
      facts: [[words.of('auth')('newDevice.when'), formatMoment(words, at)]],
      action: t(`${kind}.deed`, values),
      otherwise: t(`${kind}.otherwise`, values),
    },
  )
}

const formatMoment = ({ language }: Words, at: Date): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`
