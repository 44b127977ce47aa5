const base = {
  listen_addresses: "",
  port: "5432",
  unix_socket_permissions: "0700",
  timezone: "UTC",
  log_timezone: "UTC",

  max_connections: "60",
  shared_buffers: "128MB",
  effective_cache_size: "512MB",
  max_wal_size: "512MB",
  wal_compression: "on",
  random_page_cost: "1.1",
  jit: "off",

  // The site reports failed queries; the server's own log stays short.
  log_min_messages: "log",
  log_checkpoints: "off",
};

const safe = { fsync: "on", full_page_writes: "on", synchronous_commit: "on" };
/** For tests and benchmarks, where many sites share one server. */
const fast = { fsync: "off", full_page_writes: "off", synchronous_commit: "off", max_connections: "200" };

/**
 * The server's settings for a small machine, as arguments, so that they apply from the next start on, also to older
 * clusters.
 */
export function serverSettings(socketDir: string, durable: boolean): string[] {
  const quoted = `"${socketDir.replaceAll('"', '""')}"`; // a list separated by commas and spaces
  const settings = { ...base, ...(durable ? safe : fast), unix_socket_directories: quoted };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
