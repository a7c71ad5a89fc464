// Test data: a WhatsApp template and an email text as the server answers them.
import type { EmailTextDetail } from '../../../core/api/admin/email-texts.ts'
import type { TemplateDetail } from '../../../core/api/templates.ts'

export const templateId = '01900000-0000-7000-8000-000000000001'

export const template = (change: Partial<TemplateDetail> = {}): TemplateDetail => ({
  ...{ id: templateId, purpose: 'announce_one', name: 'mailferry_announce_one', language: 'ar', category: 'UTILITY', state: 'approved' },
  ...{ isUsable: true, isSwitchedOff: false, reason: null, quality: 'GREEN', pausedUntil: null, position: 1 },
  ...{
    body: 'رسالة من {{from}} عن {{subject}} وصلت.',
    footer: null,
    show: 'عرض',
    pause: 'إيقاف',
    samples: { from: 'Ann', subject: 'Invoice' },
  },
  ...{ preview: 'رسالة من Ann عن Invoice وصلت.', problems: [], lastUsedAt: '2026-11-26T10:00:00Z', syncedAt: '2026-11-26T10:00:00Z' },
  ...{ updatedAt: '2026-11-26T10:00:00Z', waiting: 0, usedInstead: null, variables: ['from', 'subject'] },
  ...change,
})

const part = (name: EmailTextDetail['parts'][number]['part'], text: string, standard = text): EmailTextDetail['parts'][number] => ({
  ...{ part: name, text, default: standard, formerDefault: null, needed: [], maxLength: 400 },
})

export const emailText = (change: Partial<EmailTextDetail> = {}): EmailTextDetail => ({
  ...{ kind: 'recovery', language: 'en', group: 'signIn', state: 'changed', version: 2, changedAt: '2026-11-26T10:00:00Z' },
  parts: [
    part('subject', 'Pick a password', 'Set a new password'),
    part('text', 'You asked for it.'),
    part('action', 'Choose'),
    part('otherwise', 'Bye.'),
  ],
  ...{ values: [], problems: [] },
  history: [
    { version: 2, texts: { subject: 'Pick a password' }, by: { id: templateId, email: 'olga@example.com' }, at: '2026-11-26T10:00:00Z' },
    { version: 1, texts: { subject: 'Pick one' }, by: { id: templateId, email: null }, at: '2026-11-25T10:00:00Z' },
  ],
  ...change,
})
