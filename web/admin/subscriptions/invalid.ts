// Says in a dialog what is wrong with what was typed, before the server is asked.
import { ApiError } from '../../ApiError.ts'

export const invalid = (message: string): ApiError => new ApiError(422, 'invalid', message)
