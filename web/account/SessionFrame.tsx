// Frames all screens that share a session, with the question that some requests ask.
import { AuthFrame } from '../auth/AuthFrame.tsx'
import { StepUp } from './StepUp.tsx'

export const SessionFrame = () => (
  <AuthFrame>
    <StepUp />
  </AuthFrame>
)
