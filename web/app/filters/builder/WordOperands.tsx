// Inputs for the words a condition looks for, and for a header's name.
import type { ListTest, PresenceTest, TextTest } from '../../../../core/filters/tree.ts'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/forms/TextInput.tsx'
import { TokenInput } from '../../../ui/forms/TokenInput.tsx'
import { useWords } from '../../../words/words.tsx'
import { useMailboxes } from '../../queries/mailboxes.ts'

interface ValuesProps {
  test: TextTest
  wrong: boolean
  onChange(values: string[]): void
}

export function WordOperands({ test, wrong, onChange }: ValuesProps) {
  return test.field === 'mailbox' ? (
    <MailboxValues test={test} wrong={wrong} onChange={onChange} />
  ) : (
    <Values test={test} wrong={wrong} onChange={onChange} />
  )
}

/** So many words take a line of their own. */
const many = 4

function Values({ test, wrong, onChange, offered = offeredFor[test.field] ?? [] }: ValuesProps & { offered?: readonly string[] }) {
  const t = useWords('builder')
  const label = test.operator === 'wildcard' ? 'values.wildcard' : test.operator === 'regexp' ? 'values.regexp' : 'values'
  return (
    <span className={cx(test.values.length > many ? 'basis-full' : 'min-w-32 flex-1', test.operator === 'regexp' && 'font-mono')}>
      <TokenInput
        bare
        label={t(label)}
        placeholder={t('values.placeholder')}
        wrong={wrong && test.values.length === 0}
        values={test.values}
        offered={offered}
        onChange={onChange}
      />
    </span>
  )
}

function MailboxValues(props: ValuesProps) {
  const mailboxes = useMailboxes().data?.items ?? []
  return <Values {...props} offered={mailboxes.map(mailbox => mailbox.address)} />
}

const offeredFor: Partial<Record<TextTest['field'], readonly string[]>> = {
  attachment_type: ['pdf', 'image', 'document', 'spreadsheet', 'presentation', 'archive', 'audio', 'video', 'calendar'],
  attachment_name: ['.pdf', '.docx', '.xlsx', '.zip', '.ics'],
}

type HeaderTest = Extract<TextTest | ListTest | PresenceTest, { field: 'header' }>

export function HeaderName({ test, wrong, onChange }: { test: HeaderTest; wrong: boolean; onChange(test: HeaderTest): void }) {
  const t = useWords('builder')
  return (
    <input
      aria-label={t('header.name')}
      aria-invalid={(wrong && !test.name.trim()) || undefined}
      placeholder={t('header.name')}
      maxLength={100}
      spellCheck={false}
      className={cx(inputClass, 'w-44! min-h-9! py-1 text-sm!')}
      value={test.name}
      onChange={event => onChange({ ...test, name: event.target.value })}
    />
  )
}
