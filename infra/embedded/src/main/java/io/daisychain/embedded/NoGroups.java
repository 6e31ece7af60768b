package io.daisychain.embedded;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.security.GroupMappingServiceProvider;

/**
 * Users have no groups: nobody's permissions are checked, and asking the system starts a process.
 */
public final class NoGroups implements GroupMappingServiceProvider {
  @Override
  public List<String> getGroups(String user) {
    return List.of();
  }

  @Override
  public Set<String> getGroupsSet(String user) {
    return Set.of();
  }

  @Override
  public void cacheGroupsRefresh() {
    // There is no cache.
  }

  @Override
  public void cacheGroupsAdd(List<String> groups) {
    // There is no cache.
  }
}
