// The replies to an email: a form to write one, and the state of each.
import { useEffect, useRef, useState } from 'react'
import type { Reply } from '../../../../core/api/outgoing.ts'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Address } from '../../../ui/text/Address.tsx'
import { Rich } from '../../../ui/text/Rich.tsx'
import { useWords } from '../../../words/words.tsx'
import { useAddReply, useChangeReply, useReplies } from './replies.ts'

export function MessageReplies({ messageId }: { messageId: string }) {
  const t = useWords('answers')
  const replies = useReplies(messageId)
  if (!replies.data) return replies.error ? <p className="text-sm text-ink-2">{t('unread')}</p> : null
  return (
    <div className="grid gap-3">
      {replies.data.items.map(reply => (
        <ReplyItem key={reply.id} reply={reply} />
      ))}
      <ReplyForm messageId={messageId} />
    </div>
  )
}

function ReplyForm({ messageId }: { messageId: string }) {
  const t = useWords('answers')
  const explain = useExplain()
  const [text, setText] = useState<string | null>(null)
  const add = useAddReply(messageId)
  const box = useRef<HTMLTextAreaElement>(null)
  const isOpen = text !== null
  useEffect(() => {
    if (isOpen) box.current?.focus()
  }, [isOpen])
  if (text === null)
    return (
      <p>
        <Button look="quiet" small onClick={() => setText('')}>
          {t('open')}
        </Button>
      </p>
    )
  const send = () => add.mutate(text, { onSuccess: () => setText(null) })
  return (
    <form
      className="grid gap-2"
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <Field label={t('write')} error={add.error ? explain(add.error) : undefined}>
        <TextArea ref={box} rows={4} value={text} maxLength={65_536} onChange={event => setText(event.target.value)} />
      </Field>
      <p>
        <Button type="submit" small busy={add.isPending} disabled={text.trim() === ''}>
          {t('send')}
        </Button>
      </p>
    </form>
  )
}

function ReplyItem({ reply }: { reply: Reply }) {
  const t = useWords('answers')
  return (
    <article className="grid gap-1.5 rounded-hull bg-bg px-3 py-2.5 text-sm">
      <p className="flex flex-wrap justify-between gap-x-3">
        <b>{t('state', { state: reply.state })}</b>
        <span className="text-ink-3">{t('by', { by: reply.by })}</span>
      </p>
      {reply.to && (
        <p className="text-ink-2">
          <Rich text={t('to')} tags={{ address: () => <Address unbroken address={reply.to ?? ''} /> }} />
        </p>
      )}
      <p className="line-clamp-6 wrap-anywhere whitespace-pre-line" dir="auto">
        {reply.text ?? t('erased')}
      </p>
      {reply.files > 0 && <p className="text-ink-2">{t('files', { count: reply.files })}</p>}
      {reply.state === 'asking' &&
        reply.warnings.map(text => (
          <Note key={text} kind="warn">
            {text}
          </Note>
        ))}
      {reply.reason && <Note kind={reply.state === 'failed' ? 'danger' : 'info'}>{reply.reason}</Note>}
      <ReplyButtons reply={reply} />
    </article>
  )
}

function ReplyButtons({ reply }: { reply: Reply }) {
  const t = useWords('answers')
  const explain = useExplain()
  const change = useChangeReply(reply.messageId)
  const canCancel = reply.state === 'asking' || reply.state === 'waiting'
  const actions = [
    ...(reply.state === 'asking' ? (['confirm'] as const) : []),
    ...(canCancel ? (['cancel'] as const) : []),
    ...(reply.canRetry ? (['again'] as const) : []),
  ]
  if (actions.length === 0) return null
  return (
    <p className="flex flex-wrap gap-2">
      {actions.map(action => (
        <Button
          key={action}
          look="quiet"
          small
          busy={change.isPending}
          onClick={() => change.mutate({ id: reply.id, act: action }, { onError: error => toast.error(explain(error)) })}
        >
          {t(action)}
        </Button>
      ))}
    </p>
  )
}
