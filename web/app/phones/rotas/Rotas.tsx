// The person's on-call rotas.
import { CalendarClock } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Destination } from '../../../../core/api/delivery.ts'
import type { SavedRota } from '../../../../core/api/rotas.ts'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { weekdayName } from '../../../ui/text/ConditionText.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useRemoveRota, useRotas } from '../../queries/rotas.ts'
import { RotaEditor, RotaGaps } from './RotaEditor.tsx'

export function Rotas({ phones }: { phones: readonly Destination[] }) {
  const t = useWords('oncall')
  const rotas = useRotas().data?.items
  const [edited, setEdited] = useState<SavedRota | 'new' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  if (!rotas) return null
  const close = () => setEdited(null)
  return (
    <section id="rotas">
      <h2>{t('rotas')}</h2>
      <p className="mt-1 mb-4 max-w-[62ch] text-sm text-ink-2">{t('rotas.lead')}</p>
      <div className="grid grid-cols-1 gap-(--gap)">
        {rotas.map(rota => (
          <RotaCard key={rota.id} rota={rota} phones={phones} onEdit={() => setEdited(rota)} />
        ))}
        <p>
          <Button look="quiet" small onClick={() => setEdited('new')}>
            <CalendarClock size={16} aria-hidden /> {t('rotas.add')}
          </Button>
        </p>
      </div>
      <Dialog
        open={edited !== null}
        onClose={close}
        title={edited === null || edited === 'new' ? t('add.title') : t('edit.title', { name: edited.name })}
        initialFocus={field}
      >
        {edited !== null && <RotaEditor rota={edited === 'new' ? null : edited} phones={phones} field={field} onClose={close} />}
      </Dialog>
    </section>
  )
}

function RotaCard({ rota, phones, onEdit }: { rota: SavedRota; phones: readonly Destination[]; onEdit(): void }) {
  const t = useWords('oncall')
  const language = useLanguage()
  const explain = useExplain()
  const remove = useRemoveRota()
  const { name, shifts } = rota
  const removeRota = () =>
    remove.mutate(rota.id, { onSuccess: () => toast.success(t('removed', { name })), onError: error => toast.error(explain(error)) })
  return (
    <Card aria-label={name}>
      <h3 className="text-md">{name}</h3>
      <ol className="grid gap-1">
        {shifts.map(({ destinationId, from, to, days }) => (
          <li key={`${destinationId} ${from} ${to} ${days.join()}`} className="tabular-nums">
            {t('shift.line', {
              name: phones.find(phone => phone.id === destinationId)?.name ?? t('phone.gone'),
              days: days.map(day => weekdayName(day, language, 'short')).join(' '),
              ...{ from, to },
            })}
          </li>
        ))}
      </ol>
      <RotaGaps shifts={shifts} />
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" small onClick={onEdit}>
          {t('edit')}
        </Button>
        <Button look="quiet" small busy={remove.isPending} onClick={removeRota}>
          {t('remove')}
        </Button>
      </div>
    </Card>
  )
}
