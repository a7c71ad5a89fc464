// A person's API keys, active and expired, the newly created one, and how to use it.

import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey } from '../../../core/api/keys.ts'
import { useNow } from '../../now.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonRows } from '../../ui/feedback/Skeleton.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Disclosure } from '../../ui/overlays/Disclosure.tsx'
import { useWords } from '../../words/words.tsx'
import { CreateKey } from './CreateKey.tsx'
import { KeyRow } from './KeyRow.tsx'
import { useApiKeys } from './keys.ts'

export function ApiKeysCard() {
  const t = useWords('keys')
  const explain = useExplain()
  const now = useNow()
  const keys = useApiKeys()
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const items = keys.data?.items ?? []
  const isActive = (key: ApiKey) => key.revokedAt === null && new Date(key.expiresAt) > now
  const ended = items.filter(key => !isActive(key))
  return (
    <Card id="keys">
      <h2>{t('title')}</h2>
      <p className="text-ink-2">{t('text')}</p>
      {keys.error && (
        <Note kind="danger" alert>
          <b>{t('failed')}</b> {explain(keys.error)}
        </Note>
      )}
      {keys.isPending && <SkeletonRows rows={1} />}
      {keys.data && !items.some(isActive) && <p className="text-sm text-ink-2">{t('none')}</p>}
      {items.some(isActive) && <KeyList items={items.filter(isActive)} now={now} />}
      {ended.length > 0 && (
        <Disclosure label={t('ended', { count: ended.length })}>
          <KeyList items={ended} now={now} />
        </Disclosure>
      )}
      {secret !== null && <NewSecret secret={secret} onDone={() => setSecret(null)} />}
      <Button look="quiet" className="w-fit" onClick={() => setCreating(true)}>
        {t('new')}
      </Button>
      <HowToUse />
      {isCreating && <CreateKey onCreated={setSecret} onClose={() => setCreating(false)} />}
    </Card>
  )
}

function KeyList({ items, now }: { items: ApiKey[]; now: Date }) {
  const t = useWords('keys')
  return (
    <ul className="-mx-(--pad)" aria-label={t('list')}>
      {items.map(key => (
        <KeyRow key={key.id} apiKey={key} now={now} />
      ))}
    </ul>
  )
}

const routes = '/api/openapi.json'

function HowToUse() {
  const t = useWords('keys')
  const example = `curl -H "Authorization: Bearer mf_…" "${location.origin}/api/messages?limit=5"`
  return (
    <Disclosure label={t('docs')}>
      {/* It wraps, since people without a mouse cannot scroll sideways. */}
      <pre dir="ltr" className="mt-2 rounded-hull-sm bg-sunk p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
        {example}
      </pre>
      <a href={routes} className="mt-2 inline-block text-sm">
        {routes}
      </a>
    </Disclosure>
  )
}

function NewSecret({ secret, onDone }: { secret: string; onDone(): void }) {
  const t = useWords('keys')
  return (
    <Note kind="ok" icon={KeyRound} alert>
      <div className="grid gap-3">
        <p>
          <b className="block">{t('made')}</b> {t('made.lead')}
        </p>
        <Field label={t('made.label')} help={t('made.next')}>
          <TextInput
            readOnly
            dir="ltr"
            className="font-mono text-sm!"
            value={secret}
            autoComplete="off"
            spellCheck={false}
            onFocus={event => event.target.select()}
          />
        </Field>
        <div className="flex flex-wrap gap-3">
          <CopyButton text={secret} label={t('made.copy')} copiedText={t('made.copied')} look="primary" />
          <Button look="quiet" small onClick={onDone}>
            {t('made.done')}
          </Button>
        </div>
      </div>
    </Note>
  )
}
