// Inputs for the words a condition looks for, and for a header's name.
import type { ListTest, PresenceTest, TextTest } from '../../../../core/filters/tree.ts'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/forms/TextInput.tsx'
import { TokenInput } from '../../../ui/forms/TokenInput.tsx'
import { useWords } from '../../../words/words.tsx'
import { useMailboxes } from '../../queries/mailboxes.ts'

interface ValuesProps {
  test: TextTest
  isInvalid: boolean
  onChange(values: string[]): void
}

export function TextOperands({ test, isInvalid, onChange }: ValuesProps) {
  return test.field === 'mailbox' ? (
    <MailboxValues test={test} isInvalid={isInvalid} onChange={onChange} />
  ) : (
    <Values test={test} isInvalid={isInvalid} onChange={onChange} />
  )
}

/** More words than this take up a full line. */
const wideAbove = 4

function Values({
  test,
  isInvalid,
  onChange,
  suggestions = suggestionsFor[test.field] ?? [],
}: ValuesProps & { suggestions?: readonly string[] }) {
  const t = useWords('builder')
  const label = test.operator === 'wildcard' ? 'values.wildcard' : test.operator === 'regexp' ? 'values.regexp' : 'values'
  return (
    <span className={cx(test.values.length > wideAbove ? 'basis-full' : 'min-w-32 flex-1', test.operator === 'regexp' && 'font-mono')}>
      <TokenInput
        bare
        label={t(label)}
        placeholder={t('values.placeholder')}
        invalid={isInvalid && test.values.length === 0}
        values={test.values}
        suggestions={suggestions}
        onChange={onChange}
      />
    </span>
  )
}

function MailboxValues(props: ValuesProps) {
  const mailboxes = useMailboxes().data?.items ?? []
  return <Values {...props} suggestions={mailboxes.map(mailbox => mailbox.address)} />
}

const suggestionsFor: Partial<Record<TextTest['field'], readonly string[]>> = {
  attachment_type: ['pdf', 'image', 'document', 'spreadsheet', 'presentation', 'archive', 'audio', 'video', 'calendar'],
  attachment_name: ['.pdf', '.docx', '.xlsx', '.zip', '.ics'],
}

type HeaderTest = Extract<TextTest | ListTest | PresenceTest, { field: 'header' }>

export function HeaderName({ test, isInvalid, onChange }: { test: HeaderTest; isInvalid: boolean; onChange(test: HeaderTest): void }) {
  const t = useWords('builder')
  return (
    <input
      aria-label={t('header.name')}
      aria-invalid={(isInvalid && !test.name.trim()) || undefined}
      placeholder={t('header.name')}
      maxLength={100}
      spellCheck={false}
      className={cx(inputClass, 'w-44! min-h-9! py-1 text-sm!')}
      value={test.name}
      onChange={event => onChange({ ...test, name: event.target.value })}
    />
  )
}
