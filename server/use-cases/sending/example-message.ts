// An example email for previews of users who have none yet.
import type { MailView } from '../../../core/message/view.ts'
import type { Translate } from '../../../core/words/words.ts'

export const exampleMessage = (t: Translate<'trial'>): MailView => ({
  from: [{ name: t('example.sender'), address: 'billing@example.com' }],
  subject: t('example.subject'),
  body: t('example.body'),
  attachments: [theFile(t)],
  files: { items: [theFile(t)], left: 0 },
  ...{ to: [], cc: [], replyTo: [], deliveredTo: [], headers: [], date: null, messageId: null },
  ...{ sizeBytes: 190_000, truncated: false, unparsed: null, fetched: 'all', calendar: null, auth: null },
})

const theFile = (t: Translate<'trial'>) => ({ name: t('example.file'), type: 'application/pdf', sizeBytes: 184_000 })
