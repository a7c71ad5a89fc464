// Makes an API key in two steps: what it is to be, and the code that shows that it is they who make it.
import { useRef, useState } from 'react'
import { CodeInput } from '../../account/CodeInput.tsx'
import { reachOf } from '../../account/phones/reach.ts'
import { refusalKey } from '../../account/refusal.ts'
import { askAuth } from '../../auth/asking.ts'
import { useConfig } from '../../auth/useConfig.ts'
import { useAuth } from '../../session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogDeeds } from '../../ui/DialogParts.tsx'
import { Field } from '../../ui/Field.tsx'
import { useExplain } from '../../ui/failure.ts'
import { Note } from '../../ui/Note.tsx'
import { useWords } from '../../words.tsx'
import { useFocusAfter } from '../useFocusAfter.ts'
import { type Draft, isWhole, KeyDraft, newDraft, wireOf } from './KeyDraft.tsx'
import { useAddKey } from './keys.ts'

export function MakeKey({ onMade, onClose }: { onMade(secret: string): void; onClose(): void }) {
  const t = useWords('keys')
  const account = useWords('account')
  const ui = useWords('ui')
  const explain = useExplain()
  const reach = reachOf(useAuth().user)
  const adding = useAddKey()
  const form = useRef<HTMLFormElement>(null)
  const focus = useFocusAfter(form)
  const [draft, setDraft] = useState<Draft>(newDraft)
  const [hasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [unsent, setUnsent] = useState<string | null>(null)
  const [code, setCode] = useState<string | null>(null)
  const [isSentAnew, setSentAnew] = useState(false)
  const make = (given: string | null) =>
    adding.mutate({ ...wireOf(draft), code: given }, { onSuccess: ({ secret }) => (onMade(secret), onClose()) })
  const sendCode = async () => {
    setBusy(true)
    setSentAnew(false)
    adding.reset()
    const refusal = await askAuth(client => client.auth.reauthenticate())
    setBusy(false)
    setUnsent(refusal && account(refusalKey(refusal, 'profile')))
    if (refusal) return
    setTried(false)
    setSentAnew(code !== null)
    setCode('')
    focus('input')
  }
  const go = () => {
    setTried(true)
    if (code !== null) return code.trim() ? make(code.trim()) : undefined
    if (!isWhole(draft, new Date())) return focus('[aria-invalid="true"]')
    if (reach) void sendCode()
    else make(null)
  }
  const refused = adding.error ? explain(adding.error) : unsent
  const lead = code === null ? t('make.lead') : t('code.lead', { reach: reach ?? '' })
  return (
    <Dialog open onClose={onClose} title={t('make')} lead={lead}>
      <form
        ref={form}
        className="grid gap-5"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (!isBusy && !adding.isPending) go()
        }}
      >
        {refused && (
          <Note kind="danger" alert>
            {refused}
          </Note>
        )}
        {code === null ? (
          <KeyDraft draft={draft} hasTried={hasTried} onChange={setDraft} />
        ) : (
          <>
            <Field
              label={account('code')}
              help={<InSandbox />}
              error={hasTried && code.trim() === '' ? account('code.missing') : undefined}
            >
              <CodeInput value={code} onChange={event => setCode(event.target.value)} />
            </Field>
            <div className="flex flex-wrap items-center gap-3">
              <Button look="quiet" small busy={isBusy} onClick={() => void sendCode()}>
                {t('code.again')}
              </Button>
              <p role="status" className="text-sm text-ink-2">
                {isSentAnew && t('code.sent')}
              </p>
            </div>
          </>
        )}
        <DialogDeeds>
          <Button look="quiet" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" busy={isBusy || adding.isPending}>
            {t(code === null && reach ? 'next' : 'deed')}
          </Button>
        </DialogDeeds>
      </form>
    </Dialog>
  )
}

/** Where no letter leaves the machine, it lies where everybody may look. */
function InSandbox() {
  const t = useWords('keys')
  if (!useConfig()?.standIns.includes('mail')) return null
  return (
    <>
      {t('sandbox')}{' '}
      <a href="/sandbox/outbox" target="_blank" rel="noreferrer">
        {t('sandbox.link')}
      </a>
    </>
  )
}
