// The API keys of a person: those that work, those that did, and the way to another.
import { useState } from 'react'
import type { ApiKey } from '../../../core/api/keys.ts'
import { useNow } from '../../now.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { useExplain } from '../../ui/failure.ts'
import { Note } from '../../ui/Note.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useWords } from '../../words.tsx'
import { HowToUse } from './HowToUse.tsx'
import { KeyRow } from './KeyRow.tsx'
import { useKeys } from './keys.ts'
import { MakeKey } from './MakeKey.tsx'
import { ShownOnce } from './ShownOnce.tsx'

export function KeysCard() {
  const t = useWords('keys')
  const explain = useExplain()
  const now = useNow()
  const keys = useKeys()
  const [isMaking, setMaking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const items = keys.data?.items ?? []
  const works = (key: ApiKey) => key.revokedAt === null && new Date(key.expiresAt) > now
  const ended = items.filter(key => !works(key))
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
      {keys.data && !items.some(works) && <p className="text-sm text-ink-2">{t('none')}</p>}
      {items.some(works) && <KeyList items={items.filter(works)} now={now} />}
      {ended.length > 0 && (
        <Disclosure word={t('ended', { count: ended.length })}>
          <KeyList items={ended} now={now} />
        </Disclosure>
      )}
      {secret !== null && <ShownOnce secret={secret} onDone={() => setSecret(null)} />}
      <Button look="quiet" className="w-fit" onClick={() => setMaking(true)}>
        {t('new')}
      </Button>
      <HowToUse />
      {isMaking && <MakeKey onMade={setSecret} onClose={() => setMaking(false)} />}
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
