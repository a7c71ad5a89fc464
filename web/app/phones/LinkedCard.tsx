// Replaces the linking code once the phone is linked, and offers the next step.
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { useWords } from '../../words/words.tsx'

export function LinkedCard({ name, onDone }: { name: string; onDone(): void }) {
  const t = useWords('connect')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card>
      <div className="flex items-start gap-3">
        <CircleCheck size={24} aria-hidden className="mt-0.5 flex-none text-success-fill" />
        <div>
          <h2 ref={heading} tabIndex={-1} className="outline-none">
            {t('linked', { name })}
          </h2>
          <p className="mt-1 max-w-[62ch] text-ink-2">{t('linked.text')}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/filters">{t('linked.filters')}</LinkButton>
        <Button look="quiet" onClick={onDone}>
          {t('linked.done')}
        </Button>
      </div>
    </Card>
  )
}
