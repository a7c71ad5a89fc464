// The contact form; where the operator reads no messages it says so and cannot be sent.
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
const longest = 5000
const shortest = 10

interface Draft {
  topic: Topic
  name: string
  email: string
  text: string
  website: string
}
const blank: Draft = { topic: 'question', name: '', email: '', text: '', website: '' }

/** `operator` is undefined until it is known; `onLeft` is told whether a message has been sent. */
export function ContactForm({ operator, onLeft }: { operator: Operator | undefined; onLeft?(hasLeft: boolean): void }) {
  const t = useWords('sitecontact')
  const explain = useExplain()
  const [draft, setDraft] = useState(blank)
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const wrong = wrongIn(draft)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const first = wrong[0]
    if (first) return event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    setBusy(true)
    setFailure(null)
    try {
      const { write } = await import('./contact-calls.ts')
      await write(draft)
      setSentTo(draft.email)
      onLeft?.(true)
      setDraft({ ...blank, name: draft.name, email: draft.email })
      setTried(false)
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
  const begin = () => {
    setSentTo(null)
    onLeft?.(false)
  }
  if (sentTo !== null) return <Sent email={sentTo} onAgain={begin} />
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  return (
    <form className="grid max-w-2xl gap-5" onSubmit={event => void submit(event)} method="dialog" noValidate>
      <Field label={t('topic')}>
        <SelectInput
          name="topic"
          value={draft.topic}
          onChange={event => set({ topic: topics.find(one => one === event.target.value) ?? 'other' })}
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
          onChange={event => set({ name: event.target.value })}
        />
      </Field>
      <Field label={t('email')} error={isTried && wrong.includes('email') ? t('email.wrong') : undefined}>
        <TextInput
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          value={draft.email}
          onChange={event => set({ email: event.target.value })}
        />
      </Field>
      <Field
        label={t('text')}
        help={longest - draft.text.length < 500 ? t('text.left', { n: longest - draft.text.length }) : t('text.help')}
        error={isTried && wrong.includes('text') ? t('text.short') : undefined}
      >
        <TextArea
          name="text"
          rows={8}
          required
          maxLength={longest}
          value={draft.text}
          onChange={event => set({ text: event.target.value })}
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
            onChange={event => set({ website: event.target.value })}
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

function Sent({ email, onAgain }: { email: string; onAgain(): void }) {
  const t = useWords('sitecontact')
  return (
    <div className="grid justify-items-start gap-4">
      <Note kind="ok" alert>
        <b>{t('sent')}</b>
        <p className="mt-1">{t('sent.text', { email })}</p>
      </Note>
      <Button look="quiet" onClick={onAgain}>
        {t('again')}
      </Button>
    </div>
  )
}

/** The fields that the server would refuse, in their order. */
function wrongIn({ email, text }: Draft): ('email' | 'text')[] {
  const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
  return [...(isAddress ? [] : ['email' as const]), ...(text.trim().length >= shortest ? [] : ['text' as const])]
}
