const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Commands that only read. Source: redis.io/docs/latest/commands, those with the flag `readonly`, without those that store. */
const READS = words(
  `GET MGET STRLEN GETRANGE EXISTS TYPE TTL PTTL EXPIRETIME KEYS SCAN RANDOMKEY DBSIZE HGET HMGET HGETALL HKEYS HVALS HLEN HEXISTS
   HSCAN HSTRLEN LRANGE LLEN LINDEX LPOS SMEMBERS SCARD SISMEMBER SMISMEMBER SSCAN SINTER SUNION SDIFF SRANDMEMBER ZRANGE
   ZRANGEBYSCORE ZREVRANGE ZREVRANGEBYSCORE ZCARD ZSCORE ZRANK ZREVRANK ZCOUNT ZSCAN XLEN XRANGE XREVRANGE BITCOUNT GETBIT DUMP SORT_RO
   GEOPOS GEODIST GEOSEARCH PING ECHO TIME INFO LASTSAVE ROLE`,
);

/** Of these, what their first word says. */
const PARTS: Readonly<Record<string, ReadonlySet<string>>> = {
  CONFIG: words("GET"),
  CLIENT: words("LIST INFO GETNAME ID"),
  CLUSTER: words("INFO NODES SLOTS SHARDS MYID KEYSLOT COUNTKEYSINSLOT"),
  COMMAND: words("COUNT DOCS INFO LIST"),
  MEMORY: words("USAGE STATS DOCTOR"),
  OBJECT: words("ENCODING FREQ IDLETIME REFCOUNT"),
  SLOWLOG: words("GET LEN"),
  XINFO: words("STREAM GROUPS CONSUMERS"),
  LATENCY: words("LATEST HISTORY DOCTOR"),
  ACL: words("WHOAMI LIST USERS CAT"),
  PUBSUB: words("CHANNELS NUMSUB NUMPAT"),
};

/** Whether a command of Redis only reads, by its words. */
export function looksRedis(command: readonly string[]): boolean {
  const [name = "", part = ""] = command.map((word) => word.toUpperCase());
  return READS.has(name) || (Object.hasOwn(PARTS, name) && PARTS[name]?.has(part) === true);
}
