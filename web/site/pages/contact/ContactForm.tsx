// The contact form, or a notice if the operator reads no messages.
import { type FormEvent, useState } from 'react'
import type { Operator, Topic } from '../../../../core/api/contact.ts'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { SelectInput, TextInput } from '../../../ui/forms/TextInput.tsx'
import { useWords } from '../../../words/words.tsx'

const topics = ['question', 'problem', 'privacy', 'security', 'other'] as const satisfies Topic[]
const maxCharacters = 5000
const minCharacters = 10

interface Draft {
  topic: Topic
  name: string
  email: string
  text: string
  website: string
}
const emptyDraft: Draft = { topic: 'question', name: '', email: '', text: '', website: '' }

/** `operator` is undefined until loaded; `onSent` is called with true once a message has been sent, and false when another is started. */
export function ContactForm({ operator, onSent }: { operator: Operator | undefined; onSent?(hasSent: boolean): void }) {
  const t = useWords('sitecontact')
  const explain = useExplain()
  const [draft, setDraft] = useState(emptyDraft)
  const [wasSubmitted, setSubmitted] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const invalidFields = findInvalidFields(draft)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    const first = invalidFields[0]
    if (first) return event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    setBusy(true)
    setFailure(null)
    try {
      const { sendContactMessage } = await import('./contact-calls.ts')
      await sendContactMessage(draft)
      setSentTo(draft.email)
      onSent?.(true)
      setDraft({ ...emptyDraft, name: draft.name, email: draft.email })
      setSubmitted(false)
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }
  if (operator && !operator.takesMessages)
    return (
      <Note kind="warn">
        <b>{t('closed')}</b>
        <p className="mt-1">{t('closed.text')}</p>
      </Note>
    )
  const writeAnother = () => {
    setSentTo(null)
    onSent?.(false)
  }
  if (sentTo !== null) return <SentNotice email={sentTo} onWriteAnother={writeAnother} />
  const update = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  return (
    <form className="grid max-w-2xl gap-5" onSubmit={event => void submit(event)} method="dialog" noValidate>
      <Field label={t('topic')}>
        <SelectInput
          name="topic"
          value={draft.topic}
          onChange={event => update({ topic: topics.find(candidate => candidate === event.target.value) ?? 'other' })}
        >
          {topics.map(topic => (
            <option key={topic} value={topic}>
              {t(`topic.${topic}`)}
            </option>
          ))}
        </SelectInput>
      </Field>
      <Field label={t('name')} help={t('name.help')}>
        <TextInput
          name="name"
          autoComplete="name"
          maxLength={100}
          value={draft.name}
          onChange={event => update({ name: event.target.value })}
        />
      </Field>
      <Field label={t('email')} error={wasSubmitted && invalidFields.includes('email') ? t('email.wrong') : undefined}>
        <TextInput
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          value={draft.email}
          onChange={event => update({ email: event.target.value })}
        />
      </Field>
      <Field
        label={t('text')}
        help={maxCharacters - draft.text.length < 500 ? t('text.left', { n: maxCharacters - draft.text.length }) : t('text.help')}
        error={wasSubmitted && invalidFields.includes('text') ? t('text.short') : undefined}
      >
        <TextArea
          name="text"
          rows={8}
          required
          maxLength={maxCharacters}
          value={draft.text}
          onChange={event => update({ text: event.target.value })}
        />
      </Field>
      {/* A honeypot: invisible to people, so only bots fill it in. */}
      <div aria-hidden="true" className="sr-only">
        <label>
          {t('website')}
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={draft.website}
            onChange={event => update({ website: event.target.value })}
          />
        </label>
      </div>
      {failure !== null && (
        <Note kind="danger" alert>
          {explain(failure)}
        </Note>
      )}
      <p className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={isBusy}>
          {t('send')}
        </Button>
        {operator?.name && <span className="text-sm text-ink-2">{operator.name}</span>}
        <noscript>{t('noscript')}</noscript>
      </p>
    </form>
  )
}

function SentNotice({ email, onWriteAnother }: { email: string; onWriteAnother(): void }) {
  const t = useWords('sitecontact')
  return (
    <div className="grid justify-items-start gap-4">
      <Note kind="ok" alert>
        <b>{t('sent')}</b>
        <p className="mt-1">{t('sent.text', { email })}</p>
      </Note>
      <Button look="quiet" onClick={onWriteAnother}>
        {t('again')}
      </Button>
    </div>
  )
}

/** The fields that the server would reject, in order. */
function findInvalidFields({ email, text }: Draft): ('email' | 'text')[] {
  const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
  return [...(isAddress ? [] : ['email' as const]), ...(text.trim().length >= minCharacters ? [] : ['text' as const])]
}
