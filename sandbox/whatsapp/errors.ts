// Meta's error codes as the sandbox returns them, and their JSON.

export type GraphError = {
  code: number
  httpStatus: number
  subcode?: number
  message?: string
  details?: string
  userTitle?: string
  userMessage?: string
}

type ErrorInfo = { title: string; httpStatus: number; type?: string; transient?: true }

// Titles and HTTP codes: developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes (our reading).
const errorInfos: Record<number, ErrorInfo> = {
  0: { title: 'AuthException', httpStatus: 401 },
  1: { title: 'API Unknown', httpStatus: 500, transient: true },
  2: { title: 'API Service', httpStatus: 503, transient: true },
  3: { title: 'API Method', httpStatus: 403 },
  4: { title: 'API Too Many Calls', httpStatus: 429, transient: true },
  10: { title: 'Permission Denied', httpStatus: 403 },
  33: { title: 'Parameter value is not valid', httpStatus: 400 },
  100: { title: 'Invalid parameter', httpStatus: 400 },
  190: { title: 'Access token has expired', httpStatus: 401 },
  200: { title: 'Permissions error', httpStatus: 403 },
  2200: { title: 'Callback verification failed', httpStatus: 400 },
  2500: { title: 'Unknown path components', httpStatus: 400 },
  368: { title: 'Temporarily blocked for policies violations', httpStatus: 403 },
  80007: { title: 'Rate limit issues', httpStatus: 429 },
  130429: { title: 'Rate limit hit', httpStatus: 429 },
  130472: { title: "User's number is part of an experiment", httpStatus: 400 },
  130497: { title: 'Business account is restricted from messaging users in this country', httpStatus: 403 },
  131000: { title: 'Something went wrong', httpStatus: 500, transient: true },
  131005: { title: 'Access denied', httpStatus: 403 },
  131008: { title: 'Required parameter is missing', httpStatus: 400 },
  131009: { title: 'Parameter value is not valid', httpStatus: 400 },
  131016: { title: 'Service unavailable', httpStatus: 503, transient: true },
  131021: { title: 'Recipient cannot be sender', httpStatus: 400 },
  131026: { title: 'Message undeliverable', httpStatus: 400 },
  131030: { title: 'Recipient phone number not in allowed list', httpStatus: 400 },
  131031: { title: 'Account has been locked', httpStatus: 403 },
  131037: { title: 'Display name approval needed', httpStatus: 400 },
  131042: { title: 'Business eligibility payment issue', httpStatus: 400 },
  131045: { title: 'Incorrect certificate', httpStatus: 400 },
  131047: { title: 'Re-engagement message', httpStatus: 400 },
  131048: { title: 'Spam rate limit hit', httpStatus: 429 },
  131049: { title: 'Meta chose not to deliver', httpStatus: 400 },
  131050: { title: 'User has stopped marketing messages', httpStatus: 400 },
  131051: { title: 'Unsupported message type', httpStatus: 400 },
  131052: { title: 'Media download error', httpStatus: 400 },
  131053: { title: 'Media upload error', httpStatus: 400 },
  131056: { title: '(Business Account, Consumer Account) pair rate limit hit', httpStatus: 400 },
  131057: { title: 'Account in maintenance mode', httpStatus: 503 },
  132000: { title: 'Number of parameters does not match the expected number of params', httpStatus: 400 },
  132001: { title: 'Template name does not exist in the translation', httpStatus: 404 },
  132005: { title: 'Translated text too long', httpStatus: 400 },
  132007: { title: 'Template format character policy violated', httpStatus: 400 },
  132012: { title: 'Template parameter format mismatch', httpStatus: 400 },
  132015: { title: 'Template is paused', httpStatus: 400 },
  132016: { title: 'Template is disabled', httpStatus: 400 },
  132018: { title: 'Template parameter text is not valid', httpStatus: 400 },
  133005: { title: 'Two step verification PIN mismatch', httpStatus: 400 },
  133004: { title: 'Server temporarily unavailable', httpStatus: 503, transient: true },
  133006: { title: 'Phone number re-verification needed', httpStatus: 400 },
  133008: { title: 'Too many two step verification PIN guesses', httpStatus: 400 },
  133010: { title: 'Phone number not registered', httpStatus: 400 },
  133016: { title: 'Account register deregister rate limit exceeded', httpStatus: 400 },
  136024: { title: 'Request code error', httpStatus: 400 },
  136025: { title: 'Verify code error', httpStatus: 400 },
  139200: { title: 'Direct Send is blocked', httpStatus: 400 },
}

export function graphError(code: number, overrides: Omit<Partial<GraphError>, 'code'> = {}): GraphError {
  return { httpStatus: errorInfos[code]?.httpStatus ?? 400, ...overrides, code }
}

/** The body of an error response. */
export function errorBody(error: GraphError): { error: Record<string, unknown> } {
  const info = errorInfos[error.code]
  const title = error.message ?? info?.title ?? 'Unknown error'
  return {
    error: {
      message: error.code === 190 ? title : `(#${error.code}) ${title}`,
      type: info?.type ?? (error.subcode === 33 ? 'GraphMethodException' : 'OAuthException'),
      code: error.code,
      ...(error.subcode === undefined ? {} : { error_subcode: error.subcode }),
      ...(info?.transient ? { is_transient: true } : {}),
      ...(error.userTitle === undefined ? {} : { error_user_title: error.userTitle, error_user_msg: error.userMessage }),
      ...(error.details === undefined ? {} : { error_data: { messaging_product: 'whatsapp', details: error.details } }),
      fbtrace_id: 'AsandboxTrace0000000001',
    },
  }
}

const statusDetails: Record<number, string> = {
  131026: 'Message Undeliverable.',
  131050: 'Unable to deliver the message. This recipient has chosen to stop receiving marketing messages on WhatsApp from your business.',
  131053: 'Media upload error: the file is not of a type, size or content that this kind of message takes.',
  131047: 'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
}

/** The error inside a failed status. */
export function statusError(code: number): Record<string, unknown> {
  const title = errorInfos[code]?.title ?? 'Unknown error'
  return {
    code,
    title,
    message: title,
    error_data: { details: statusDetails[code] ?? title },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  }
}
