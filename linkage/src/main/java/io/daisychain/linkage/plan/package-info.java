/** Which dates a link run does, how they are partitioned, and its sums by date. */
package io.daisychain.linkage.plan;
