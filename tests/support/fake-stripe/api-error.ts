type Details = { type?: string; code?: string; decline_code?: string; message: string; param?: string };

/** An error response of Stripe's API. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: { error: Details & { type: string } };

  constructor(status: number, details: Details) {
    super(details.message);
    this.status = status;
    this.body = { error: { type: status >= 500 ? "api_error" : "invalid_request_error", ...details } };
  }
}

export function missing(what: string, id: string, param = "id"): ApiError {
  return new ApiError(404, { code: "resource_missing", message: `No such ${what}: '${id}'`, param });
}
